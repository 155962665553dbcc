package dev.sluice.text;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Text from requests, forms and files. [#normalized] brings it into one form before it is checked, compared and shown;
/// [#fault] names what is refused instead.
///
/// Removed are the default-ignorable code points of Unicode (DerivedCoreProperties), such as zero-width spaces, soft
/// hyphens and direction marks, unless they are spelling: joiners between letters of scripts that are joined and in
/// emoji, and selectors of a variation. Controls that turn the direction of text (Unicode TR 9, section 2) are not
/// removed: whoever sends them may mean to deceive.
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

    /// Ideographs and emoji, whose variations are spelling.
    private static final Pattern VARYING = Pattern.compile("[\\p{IsIdeographic}\\p{IsEmoji}&&[^0-9#*]]");

    private static final Set<Integer> UNSEEN_TYPES = Set.of(
            (int) Character.CONTROL,
            (int) Character.FORMAT,
            (int) Character.LINE_SEPARATOR,
            (int) Character.PARAGRAPH_SEPARATOR,
            (int) Character.SURROGATE,
            (int) Character.UNASSIGNED);

    /// Letters and marks that fill a place and show nothing: the grapheme joiner, fillers of Hangul, Khmer vowels, the
    /// empty pattern of Braille, and what selects a variation of a Mongolian letter.
    private static final String UNSEEN = "\u034F\u115F\u1160\u17B4\u17B5\u180B\u180C\u180D\u180F\u2800\u3164\uFFA0";

    /// Selectors of a variation of any other character.
    private static final Pattern VARIATION = Pattern.compile("[\\x{FE00}-\\x{FE0F}\\x{E0100}-\\x{E01EF}]");

    private static final String JOINING = "\\p{L}&&[^\\p{IsLatin}\\p{IsGreek}\\p{IsCyrillic}]";

    /// Between letters of scripts that are joined, what joins or parts them is spelling.
    private static final Pattern JOINED = Pattern.compile(
            "(?<=[\\p{L}\\p{M}&&[^\\p{IsLatin}\\p{IsGreek}\\p{IsCyrillic}]])[\\u200C\\u200D](?=[" + JOINING + "])");

    private OutsideText() {}

    /// The text in Unicode's composed form (NFC), without what nobody sees, and without blanks at its ends. Spaces at
    /// which no line breaks become ordinary ones.
    public static String normalized(String text) {
        return composed(text).strip();
    }

    /// Composes a text and keeps the blanks at its ends.
    public static String composed(String text) {
        if (text.chars().allMatch(each -> each <= ASCII_MAX)) {
            return text;
        }
        var seen = IGNORABLE
                .matcher(text)
                .replaceAll(found -> isSpelling(text, found.start(), found.end()) ? found.group() : "");
        var spaced = NO_BREAK_SPACES.matcher(seen).replaceAll(" ");
        return Normalizer.normalize(spaced, Normalizer.Form.NFC);
    }

    /// A number or code in the same way: nothing that is ignorable is spelling there.
    public static String withoutIgnorable(String text) {
        return IGNORABLE.matcher(text).replaceAll("");
    }

    /// The rule that a text breaks which turns the direction of what is read, as it follows a field's name.
    public static Optional<String> fault(String text) {
        return text.chars()
                .filter(OutsideText::turns)
                .mapToObj(point -> "must not contain a " + named(point) + ", which turns the direction of text")
                .findFirst();
    }

    /// Reports whether a text can be a name: nothing in it is unseen, or turns the direction of reading, so that
    /// nobody looks like somebody else.
    public static boolean isName(String name) {
        return !name.isBlank()
                && !VARIATION.matcher(name).find()
                && JOINED.matcher(name).replaceAll("").codePoints().noneMatch(OutsideText::isUnseen);
    }

    /// A foreign text inside a sentence of plain text, which keeps its direction to itself: between FSI and PDI,
    /// without controls of its own. A text in which nothing is written from right to left stays as it is.
    public static String isolated(String text) {
        var own = text.codePoints()
                .filter(point -> !turns(point))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return isRightToLeft(own) ? FIRST_STRONG_ISOLATE + own + POP_DIRECTIONAL_ISOLATE : own;
    }

    /// A text without embeddings and overrides of direction, which a bank may have sent.
    public static String withoutOverrides(String text) {
        return OVERRIDES.matcher(text).replaceAll("");
    }

    /// Reports whether a text has letters that are written from right to left.
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

    /// At the end of a word after a mark, too, as in Malayalam.
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

    /// Embeddings, overrides and isolates, and what ends them.
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
