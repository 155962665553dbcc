package dev.sluice.disbursement.proof;

import org.jspecify.annotations.Nullable;

/// Text as it may be printed: one line, of bounded length, with no invisible characters that change what is read.
///
/// Control characters become spaces; the explicit bidirectional controls (Unicode TR 9 section 2) are dropped,
/// because a name such as `\u202Egnp.exe` would otherwise read backwards on a document that is meant as evidence.
final class PlainText {
    private PlainText() {}

    /// A name or identifier that has to be there.
    static String name(String field, String value) {
        var clean = clean(field, value, Proof.NAME_LENGTH_MAX);
        if (clean.isEmpty()) {
            throw new IllegalArgumentException(field + " is blank");
        }
        return clean;
    }

    /// A name or identifier, or null where nothing is left to print.
    static @Nullable String nameIfAny(String field, @Nullable String value) {
        return ifAny(field, value, Proof.NAME_LENGTH_MAX);
    }

    /// A longer text, or null where nothing is left to print.
    static @Nullable String text(String field, @Nullable String value) {
        return ifAny(field, value, Proof.TEXT_LENGTH_MAX);
    }

    private static @Nullable String ifAny(String field, @Nullable String value, int lengthMax) {
        if (value == null) {
            return null;
        }
        var clean = clean(field, value, lengthMax);
        return clean.isEmpty() ? null : clean;
    }

    private static String clean(String field, String value, int lengthMax) {
        if (value.length() > lengthMax) {
            throw new IllegalArgumentException(field + " is longer than " + lengthMax);
        }
        var clean = new StringBuilder(value.length());
        value.codePoints().filter(c -> !isBidiControl(c)).forEach(c -> clean.appendCodePoint(printable(c)));
        return clean.toString().strip();
    }

    private static int printable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> ' ';
            case Character.SURROGATE -> 0xFFFD;
            default -> codePoint;
        };
    }

    private static boolean isBidiControl(int c) {
        return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    }
}
