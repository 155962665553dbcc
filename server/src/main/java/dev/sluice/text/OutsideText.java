package dev.sluice.text;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Normalizes text from requests, forms and files. [#normalized] returns one form for checks, comparison and display;
/// [#fault] names the characters that are refused instead.
///
/// It removes Unicode's default-ignorable code points (DerivedCoreProperties), such as zero-width spaces, soft hyphens
/// and direction marks. It keeps them where they are part of the spelling: joiners between letters of joined scripts
/// and in emoji, and variation selectors. It refuses controls of text direction (Unicode TR 9, section 2) instead of
/// removing them, since the sender may intend to deceive.
public final class OutsideText {
    private static final int ASCII_MAX = 0x7F;
    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final int ZERO_WIDTH_JOINER = 0x200D;
    private static final char FIRST_STRONG_ISOLATE = '\u2068';
    private static final char POP_DIRECTIONAL_ISOLATE = '\u2069';

    private static final Pattern OVERRIDES = Pattern.compile("[\u202A-\u202E]");
    private static final Pattern NO_BREAK_SPACES = Pattern.compile("[\u00A0\u2007\u202F]");

    private static final Pattern IGNORABLE = Pattern.compile("[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F"
            + "\u200B-\u200F\u2060-\u2065\u206A-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8"
            + "\\x{1BCA0}-\\x{1BCA3}\\x{1D173}-\\x{1D17A}\\x{E0000}-\\x{E0FFF}]");

    /// Ideographs and emoji, for which variation selectors are part of the spelling.
    private static final Pattern VARYING = Pattern.compile("[\\p{IsIdeographic}\\p{IsEmoji}&&[^0-9#*]]");

    private static final Set<Integer> UNSEEN_TYPES = Set.of(
            (int) Character.CONTROL,
            (int) Character.FORMAT,
            (int) Character.LINE_SEPARATOR,
            (int) Character.PARAGRAPH_SEPARATOR,
            (int) Character.SURROGATE,
            (int) Character.UNASSIGNED);

    /// Invisible letters and marks: the grapheme joiner, fillers of Hangul, Khmer vowels, the empty pattern of
    /// Braille, and variation selectors of Mongolian letters.
    private static final String UNSEEN = "\u034F\u115F\u1160\u17B4\u17B5\u180B\u180C\u180D\u180F\u2800\u3164\uFFA0";

    /// Variation selectors of all other characters.
    private static final Pattern VARIATION = Pattern.compile("[\\x{FE00}-\\x{FE0F}\\x{E0100}-\\x{E01EF}]");

    private static final String JOINING = "\\p{L}&&[^\\p{IsLatin}\\p{IsGreek}\\p{IsCyrillic}]";

    /// Joiners and non-joiners between letters of joined scripts, as part of the spelling.
    private static final Pattern JOINED = Pattern.compile(
            "(?<=[\\p{L}\\p{M}&&[^\\p{IsLatin}\\p{IsGreek}\\p{IsCyrillic}]])[\\u200C\\u200D](?=[" + JOINING + "])");

    private OutsideText() {}

    /// Returns the text in Unicode's composed form (NFC), without invisible characters and without white space at
    /// its ends. No-break spaces become ordinary ones.
    public static String normalized(String text) {
        return composed(text).strip();
    }

    /// Composes a text and keeps the white space at its ends.
    public static String composed(String text) {
        if (text.chars().allMatch(each -> each <= ASCII_MAX)) {
            return text;
        }
        var seen = IGNORABLE
                .matcher(text)
                .replaceAll(match -> isSpelling(text, match.start(), match.end()) ? match.group() : "");
        var spaced = NO_BREAK_SPACES.matcher(seen).replaceAll(" ");
        return Normalizer.normalize(spaced, Normalizer.Form.NFC);
    }

    /// Normalizes a number or code, in which no ignorable character is part of the spelling.
    public static String withoutIgnorable(String text) {
        return IGNORABLE.matcher(text).replaceAll("");
    }

    /// Returns the error message for a text with controls of text direction, to follow the field's name.
    public static Optional<String> fault(String text) {
        return text.chars()
                .filter(OutsideText::turns)
                .mapToObj(point -> "must not contain a " + named(point) + ", which changes the text direction")
                .findFirst();
    }

    /// Returns true if a text is acceptable as a name. Invisible characters and controls of text direction are
    /// not, so that no user can imitate another one's name.
    public static boolean isName(String name) {
        return !name.isBlank()
                && !VARIATION.matcher(name).find()
                && JOINED.matcher(name).replaceAll("").codePoints().noneMatch(OutsideText::isUnseen);
    }

    /// Isolates a value within plain text of another direction: puts it between FSI and PDI and removes its own
    /// controls. A value without right-to-left letters stays unchanged.
    public static String isolated(String text) {
        var own = text.codePoints()
                .filter(point -> !turns(point))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return isRightToLeft(own) ? FIRST_STRONG_ISOLATE + own + POP_DIRECTIONAL_ISOLATE : own;
    }

    /// Removes embeddings and overrides of direction, which a bank may have sent.
    public static String withoutOverrides(String text) {
        return OVERRIDES.matcher(text).replaceAll("");
    }

    /// Returns true if a text has right-to-left letters.
    public static boolean isRightToLeft(String text) {
        return text.codePoints().anyMatch(OutsideText::isRightToLeft);
    }

    private static boolean isRightToLeft(int point) {
        return switch (Character.getDirectionality(point)) {
            case Character.DIRECTIONALITY_RIGHT_TO_LEFT,
                    Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC,
                    Character.DIRECTIONALITY_ARABIC_NUMBER -> true;
            default -> false;
        };
    }

    private static boolean isSpelling(String text, int start, int end) {
        if (start == 0) {
            return false;
        }
        int before = text.codePointBefore(start);
        int after = end < text.length() ? text.codePointAt(end) : ' ';
        return switch (text.codePointAt(start)) {
            case ZERO_WIDTH_NON_JOINER -> joins(before, after);
            case ZERO_WIDTH_JOINER -> joins(before, after) || (isEmojiPart(before) && Character.isEmoji(after));
            case 0x180B, 0x180C, 0x180D, 0x180F ->
                Character.UnicodeScript.of(before) == Character.UnicodeScript.MONGOLIAN;
            default ->
                VARIATION.matcher(text.substring(start, end)).matches()
                        && VARYING.matcher(Character.toString(before)).matches();
        };
    }

    /// Includes a joiner at the end of a word after a mark, as in Malayalam.
    private static boolean joins(int before, int after) {
        return isJoined(before) && (isJoined(after) || Character.getType(before) == Character.NON_SPACING_MARK);
    }

    private static boolean isEmojiPart(int point) {
        return Character.isEmoji(point)
                || VARIATION.matcher(Character.toString(point)).matches();
    }

    private static boolean isJoined(int point) {
        return (Character.isLetter(point)
                        || Character.getType(point) == Character.NON_SPACING_MARK
                        || Character.getType(point) == Character.COMBINING_SPACING_MARK)
                && switch (Character.UnicodeScript.of(point)) {
                    case LATIN, GREEK, CYRILLIC, COMMON, INHERITED, HAN -> false;
                    default -> true;
                };
    }

    /// Matches embeddings, overrides and isolates, and the characters that end them.
    private static boolean turns(int point) {
        return (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
    }

    private static boolean isUnseen(int point) {
        return UNSEEN_TYPES.contains(Character.getType(point)) || UNSEEN.indexOf(point) >= 0;
    }

    private static String named(int point) {
        return Character.getName(point).toLowerCase(Locale.ROOT) + " (U+" + "%04X".formatted(point) + ")";
    }
}
