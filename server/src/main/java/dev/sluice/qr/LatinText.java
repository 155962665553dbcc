package dev.sluice.qr;

import java.text.Normalizer;
import java.util.Map;

/// Text that every bank's app can read: Latin letters without accents, digits, and a little punctuation, all of them
/// in the set `ans` that EMVCo permits. Accents are removed, special letters are spelled out, and other scripts
/// become spaces.
final class LatinText {
    private static final String PUNCTUATION = "&'()+,-./";
    private static final Map<Integer, String> SPELLED = Map.ofEntries(
            Map.entry((int) 'đ', "d"),
            Map.entry((int) 'Đ', "D"),
            Map.entry((int) 'ð', "d"),
            Map.entry((int) 'Ð', "D"),
            Map.entry((int) 'ø', "o"),
            Map.entry((int) 'Ø', "O"),
            Map.entry((int) 'ł', "l"),
            Map.entry((int) 'Ł', "L"),
            Map.entry((int) 'æ', "ae"),
            Map.entry((int) 'Æ', "AE"),
            Map.entry((int) 'œ', "oe"),
            Map.entry((int) 'Œ', "OE"),
            Map.entry((int) 'þ', "th"),
            Map.entry((int) 'Þ', "Th"),
            Map.entry((int) 'ß', "ss"),
            Map.entry((int) 'ı', "i"),
            Map.entry((int) '’', "'"),
            Map.entry((int) '‘', "'"),
            Map.entry((int) '–', "-"),
            Map.entry((int) '—', "-"));

    private LatinText() {}

    /// Returns at most this many characters; empty if no Latin letter or digit is left.
    static String of(String text, int lengthMax) {
        var latin = new StringBuilder(text.length());
        Normalizer.normalize(text, Normalizer.Form.NFKD)
                .codePoints()
                .filter(character -> Character.getType(character) != Character.NON_SPACING_MARK)
                .forEach(character -> append(latin, character));
        var words = latin.toString().strip();
        var cut = words.length() > lengthMax ? words.substring(0, lengthMax).strip() : words;
        return cut.chars().anyMatch(LatinText::isLetterOrDigit) ? cut : "";
    }

    /// @param what name of the field, for the error message
    static String required(String what, String text, int lengthMax) {
        var latin = of(text, lengthMax);
        if (latin.isEmpty()) {
            throw new IllegalArgumentException("the payee's " + what + " has no Latin letter or digit: " + text);
        }
        return latin;
    }

    /// Collapses consecutive spaces.
    private static void append(StringBuilder latin, int character) {
        var spelled = SPELLED.get(character);
        if (spelled != null) {
            latin.append(spelled);
        } else if (isLetterOrDigit(character) || PUNCTUATION.indexOf(character) >= 0) {
            latin.append((char) character);
        } else if (!latin.isEmpty() && latin.charAt(latin.length() - 1) != ' ') {
            latin.append(' ');
        }
    }

    private static boolean isLetterOrDigit(int character) {
        return (character >= 'A' && character <= 'Z')
                || (character >= 'a' && character <= 'z')
                || (character >= '0' && character <= '9');
    }
}
