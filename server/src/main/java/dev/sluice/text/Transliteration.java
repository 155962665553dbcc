package dev.sluice.text;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// Transliterates names into Latin letters, letter by letter: Cyrillic, Greek, Arabic (with Persian and Urdu) and
/// Hebrew. The result is rough and only for comparison by sound: Arabic and Hebrew do not write short vowels. Other
/// scripts stay unchanged.
public final class Transliteration {
    private static final Map<Integer, String> LETTERS = new HashMap<>();

    static {
        table("а a б b в v г g ґ g д d е e ё yo є ye ж zh з z и i і i ї yi й y к k л l м m н n о o п p р r с s т t"
                + " у u ў u ф f х kh ц ts ч ch ш sh щ shch ы y э e ю yu я ya ѓ g ђ dj ј y љ l њ n ћ c ќ k џ dz"
                + " ѕ dz ә a ғ g қ k ң n ө o ұ u ү u һ h");
        table("α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps"
                + " ω o");
        table("ا a أ a إ i آ a ٱ a ب b پ p ت t ٹ t ث th ج j چ ch ح h خ kh د d ڈ d ذ dh ر r ڑ r ز z ژ zh س s ش sh ص s"
                + " ض d ط t ظ z ع a غ gh ف f ق q ک k ك k گ g ل l م m ن n ں n ه h ہ h ھ h ة a و u ؤ u ي i ی i ى a ئ i"
                + " ے e");
        table("א a ב b ג g ד d ה h ו u ז z ח h ט t י i כ k ך k ל l מ m ם m נ n ן n ס s ע a פ p ף f צ ts ץ ts ק k ר r"
                + " ש sh ת t");
        // Signs without a sound of their own.
        "ьъءـ".codePoints().forEach(sign -> LETTERS.put(sign, ""));
    }

    private Transliteration() {}

    /// Returns the text with known letters replaced by Latin ones; marks of vowels and tones are removed.
    public static String latin(String text) {
        var composed = Normalizer.normalize(text, Normalizer.Form.NFKC);
        if (composed.codePoints().noneMatch(Transliteration::isOther)) {
            return composed;
        }
        var out = new StringBuilder(composed.length() * 2);
        composed.toLowerCase(Locale.ROOT).codePoints().forEach(point -> {
            var letter = LETTERS.get(point);
            if (letter != null) {
                out.append(letter);
            } else if (!isAbjadMark(point)) {
                out.append(decomposed(point));
            }
        });
        return out.toString();
    }

    /// Returns true if the text's script omits short vowels.
    static boolean isAbjad(String text) {
        return text.codePoints().anyMatch(point -> switch (Character.UnicodeScript.of(point)) {
            case ARABIC, HEBREW -> true;
            default -> false;
        });
    }

    /// Transliterates an accented letter, such as a Greek vowel, by its base letter.
    private static String decomposed(int point) {
        var apart = Normalizer.normalize(Character.toString(point), Normalizer.Form.NFD);
        var letter = apart.length() > 1 ? LETTERS.get(apart.codePointAt(0)) : null;
        return letter == null ? Character.toString(point) : letter;
    }

    private static boolean isOther(int point) {
        return switch (Character.UnicodeScript.of(point)) {
            case CYRILLIC, GREEK, ARABIC, HEBREW -> true;
            default -> false;
        };
    }

    private static boolean isAbjadMark(int point) {
        return Character.getType(point) == Character.NON_SPACING_MARK;
    }

    /// @param pairs letters, each followed by its transliteration
    private static void table(String pairs) {
        var words = pairs.split(" ");
        for (int at = 0; at < words.length; at += 2) {
            LETTERS.put(words[at].codePointAt(0), words[at + 1]);
        }
    }
}
