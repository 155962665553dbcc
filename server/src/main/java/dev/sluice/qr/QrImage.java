package dev.sluice.qr;

/// Image of a QR code, dark on white with its quiet zone.
public final class QrImage {
    private QrImage() {}

    /// Returns an SVG document of any size, one unit per module. It contains no style or script, so that pages
    /// with the strictest content security policy can embed it.
    ///
    /// @param title description for screen readers
    public static String svg(QrCode code, String title) {
        int side = code.size() + 2 * QrCode.QUIET_ZONE;
        var path = new StringBuilder(8_192);
        for (int row = 0; row < code.size(); row++) {
            for (var bar : code.bars(row)) {
                path.append('M')
                        .append(bar.start() + QrCode.QUIET_ZONE)
                        .append(' ')
                        .append(row + QrCode.QUIET_ZONE)
                        .append('h')
                        .append(bar.length())
                        .append("v1h-")
                        .append(bar.length())
                        .append('z');
            }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %1$d" role="img" shape-rendering="crispEdges">
            <title>%2$s</title>
            <rect width="%1$d" height="%1$d" fill="#fff"/>
            <path d="%3$s"/>
            </svg>
            """.formatted(side, escaped(title), path);
    }

    /// Characters that XML 1.0 does not allow become spaces.
    private static String escaped(String text) {
        var escaped = new StringBuilder(text.length());
        text.codePoints().forEach(character -> {
            switch (character) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                default -> escaped.appendCodePoint(isText(character) ? character : ' ');
            }
        });
        return escaped.toString();
    }

    private static boolean isText(int character) {
        return !Character.isISOControl(character)
                && (character < Character.MIN_SURROGATE || character > Character.MAX_SURROGATE)
                && character != 0xfffe
                && character != 0xffff;
    }
}
