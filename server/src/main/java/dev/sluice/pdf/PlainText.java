package dev.sluice.pdf;

import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Text that is safe to print: one line of limited length, without invisible characters that change its reading.
///
/// Control characters become spaces. The explicit bidirectional controls (Unicode TR 9 section 2) are removed,
/// because a name such as `\u202Egnp.exe` would otherwise read backwards on a document that serves as evidence.
public final class PlainText {
    /// Maximum length of a note or description, in UTF-16 units.
    private static final int TEXT_LENGTH_MAX = 4_000;

    private static final String NOTHING = "–";

    /// Maximum length of a name or identifier, in UTF-16 units.
    public static final int NAME_LENGTH_MAX = 400;

    private PlainText() {}

    /// Returns a required name or identifier, or a dash if nothing printable is left.
    public static String name(String field, String value) {
        var clean = clean(field, value, NAME_LENGTH_MAX, PlainText::isBidiControl);
        return clean.isEmpty() ? NOTHING : clean;
    }

    /// Returns a name or identifier, or null if nothing printable is left.
    public static @Nullable String nameIfAny(String field, @Nullable String value) {
        return ifAny(field, value, NAME_LENGTH_MAX, PlainText::isBidiControl);
    }

    /// Returns a longer text, or null if nothing printable is left.
    public static @Nullable String text(String field, @Nullable String value) {
        return ifAny(field, value, TEXT_LENGTH_MAX, PlainText::isBidiControl);
    }

    /// Returns a text of the document itself. Keeps the isolates around foreign texts in its sentences.
    static String of(String value) {
        return clean("text", value, TEXT_LENGTH_MAX, PlainText::isEmbedding);
    }

    /// Returns a text of the document itself, or null if nothing printable is left.
    static @Nullable String ifAny(@Nullable String value) {
        return ifAny("text", value, TEXT_LENGTH_MAX, PlainText::isEmbedding);
    }

    private static @Nullable String ifAny(String field, @Nullable String value, int lengthMax, IntPredicate dropped) {
        if (value == null) {
            return null;
        }
        var clean = clean(field, value, lengthMax, dropped);
        return clean.isEmpty() ? null : clean;
    }

    private static String clean(String field, String value, int lengthMax, IntPredicate dropped) {
        if (value.length() > lengthMax) {
            throw new IllegalArgumentException(field + " is longer than " + lengthMax);
        }
        var clean = new StringBuilder(value.length());
        value.codePoints().filter(dropped.negate()).forEach(c -> clean.appendCodePoint(printable(c)));
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
        return isEmbedding(c) || isIsolate(c);
    }

    private static boolean isEmbedding(int c) {
        return c >= 0x202A && c <= 0x202E;
    }

    /// Returns true if a character begins or ends an isolate, whose content does not affect the direction of its
    /// surroundings.
    static boolean isIsolate(int c) {
        return c >= 0x2066 && c <= 0x2069;
    }
}
