package dev.sluice.bench.report;

/// Line breaking of long texts.
final class Lines {
    private static final int LENGTH_MAX = 118;

    private Lines() {}

    /// Breaks a long text between its parts, and indents further lines as deep as the first.
    ///
    /// @param start beginning of the first line
    /// @param between separator of the parts, at which lines may end
    static String wrapped(String start, String text, String between) {
        var lines = new StringBuilder();
        var line = new StringBuilder(start);
        boolean first = true;
        for (var part : text.split(between)) {
            if (!first && line.length() + between.length() + part.length() > LENGTH_MAX) {
                lines.append(line).append('\n');
                line = new StringBuilder(" ".repeat(start.length()));
                first = true;
            }
            line.append(first ? "" : between).append(part);
            first = false;
        }
        return lines.append(line).append('\n').toString();
    }
}
