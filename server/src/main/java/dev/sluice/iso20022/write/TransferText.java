package dev.sluice.iso20022.write;

import dev.sluice.iso20022.write.TransferRules.Charset;
import dev.sluice.iso20022.write.TransferRules.Transliteration;
import java.text.Normalizer;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// Texts in the character set of a bank. A text is composed, its white space is single spaces, and it is
/// transliterated before it is measured. A prepared text stays the same if it is prepared again.
public final class TransferText {
    /// Zero-width spaces, soft hyphens, byte order marks and controls of the writing direction: invisible, and
    /// used to disguise names. Joiners stay: they change letters of Persian and of Indian scripts.
    private static final String INVISIBLE =
            "\u00ad\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060" + "\u2066\u2067\u2068\u2069\ufeff";

    private TransferText() {}

    /// A text in a character set.
    public sealed interface Result {
        /// @param text may be empty
        record Written(String text) implements Result {}

        /// @param characters characters that the set lacks and that have no replacement, such as `中 (U+4E2D)`
        record Unwritable(String characters) implements Result {}
    }

    /// Returns the text in a character set, cut to a length at a whole word.
    ///
    /// @param lengthMax maximum number of UTF-16 units; XML Schema counts code points, which are never more
    public static Result of(String text, Charset charset, Transliteration transliteration, int lengthMax) {
        var result = of(text, charset, transliteration);
        return result instanceof Result.Written(var written) ? new Result.Written(cut(written, lengthMax)) : result;
    }

    /// Returns the text in a character set, in full length.
    static Result of(String text, Charset charset, Transliteration transliteration) {
        var points = visible(text).codePoints().toArray();
        var out = new StringBuilder(points.length);
        Set<String> unwritable = new LinkedHashSet<>();
        for (int i = 0; i < points.length; i++) {
            int point = points[i];
            if (CharsetMembers.contains(charset, point)) {
                out.appendCodePoint(point);
                continue;
            }
            var spelled = Spelling.spelled(point, charset, transliteration, isAmongCapitals(points, i));
            if (spelled == null) {
                unwritable.add(described(point));
            } else {
                out.append(spelled);
            }
        }
        return unwritable.isEmpty()
                ? new Result.Written(tidy(out, charset))
                : new Result.Unwritable(unwritable.stream().collect(Collectors.joining(", ")));
    }

    /// Cuts at the last space within the length; a first word that is too long is cut inside. A pair of surrogates
    /// stays whole.
    private static String cut(String text, int lengthMax) {
        if (text.length() <= lengthMax) {
            return text;
        }
        int space = text.lastIndexOf(' ', lengthMax);
        if (space > 0) {
            return text.substring(0, space).strip();
        }
        boolean inPair = lengthMax > 0 && Character.isHighSurrogate(text.charAt(lengthMax - 1));
        return text.substring(0, inPair ? lengthMax - 1 : lengthMax);
    }

    /// Returns the text composed, without invisible characters, and with a space for each white space.
    private static String visible(String text) {
        var out = new StringBuilder(text.length());
        text.codePoints()
                .filter(point -> INVISIBLE.indexOf(point) < 0)
                .forEach(point -> out.appendCodePoint(isSpace(point) ? ' ' : point));
        return Normalizer.normalize(out, Normalizer.Form.NFC);
    }

    /// Removes repeated spaces. A line of SWIFT does not begin with `:` or `-`, which end a field or a message.
    private static String tidy(CharSequence written, Charset charset) {
        var words = new StringBuilder(written.length());
        for (int i = 0; i < written.length(); i++) {
            char each = written.charAt(i);
            boolean atStart = words.isEmpty();
            boolean skipped = each == ' '
                    ? atStart || words.charAt(words.length() - 1) == ' '
                    : atStart && charset == Charset.SWIFT_X && (each == ':' || each == '-');
            if (!skipped) {
                words.append(each);
            }
        }
        return words.toString().strip();
    }

    private static boolean isSpace(int point) {
        return Character.isSpaceChar(point) || (Character.isWhitespace(point) && !isSeparatorOfFiles(point));
    }

    /// Returns true for the four control characters that the JDK counts as white space.
    private static boolean isSeparatorOfFiles(int point) {
        return point >= 0x1c && point <= 0x1f;
    }

    /// Returns true if the letter behind a character, or else the one before it, is a capital.
    private static boolean isAmongCapitals(int[] points, int at) {
        if (at + 1 < points.length && Character.isLetter(points[at + 1])) {
            return Character.isUpperCase(points[at + 1]);
        }
        return at > 0 && Character.isUpperCase(points[at - 1]);
    }

    private static String described(int point) {
        var code = String.format(Locale.ROOT, "U+%04X", point);
        return CharsetMembers.contains(Charset.UNICODE, point) ? Character.toString(point) + " (" + code + ")" : code;
    }
}
