package dev.sluice.cli;

/// Text from outside, made safe for a terminal.
final class PlainText {
    private PlainText() {}

    /// Returns the text with a space instead of each control character and control of text direction, which could
    /// change what a terminal shows.
    static String of(String text) {
        var plain = new StringBuilder();
        text.codePoints()
                .map(each -> Character.isISOControl(each) || Character.getType(each) == Character.FORMAT ? ' ' : each)
                .forEach(plain::appendCodePoint);
        return plain.toString();
    }
}
