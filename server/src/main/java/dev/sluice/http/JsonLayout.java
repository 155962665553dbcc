package dev.sluice.http;

/// Pretty-prints JSON with two spaces per level. Only white space changes; numbers keep their digits.
public final class JsonLayout {
    private static final String INDENT = "  ";

    private final String json;
    private final StringBuilder out = new StringBuilder();
    private int depth;

    private JsonLayout(String json) {
        this.json = json;
    }

    public static String pretty(String json) {
        return new JsonLayout(json).laidOut();
    }

    private String laidOut() {
        for (int i = 0; i < json.length(); i++) {
            char character = json.charAt(i);
            switch (character) {
                case '"' -> i = copyString(i);
                case '{', '[' -> i = open(character, i);
                case '}', ']' -> {
                    depth--;
                    newLine();
                    out.append(character);
                }
                case ',' -> {
                    out.append(character);
                    newLine();
                }
                case ':' -> out.append(": ");
                case ' ', '\t', '\r', '\n' -> {}
                default -> out.append(character);
            }
        }
        return out.toString();
    }

    /// Keeps an empty object or array on one line.
    private int open(char bracket, int at) {
        int next = at + 1;
        while (next < json.length() && Character.isWhitespace(json.charAt(next))) {
            next++;
        }
        out.append(bracket);
        if (next < json.length() && (json.charAt(next) == '}' || json.charAt(next) == ']')) {
            out.append(json.charAt(next));
            return next;
        }
        depth++;
        newLine();
        return at;
    }

    private int copyString(int start) {
        int end = start + 1;
        while (end < json.length() && json.charAt(end) != '"') {
            end += json.charAt(end) == '\\' ? 2 : 1;
        }
        out.append(json, start, Math.min(end + 1, json.length()));
        return end;
    }

    private void newLine() {
        out.append('\n').repeat(INDENT, Math.max(0, depth));
    }
}
