package dev.sluice.iso20022.write;

import dev.sluice.iso20022.write.TransferRules.Charset;
import dev.sluice.iso20022.write.TransferRules.Transliteration;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Replacements for characters that a charset lacks. Accents are removed by the JDK's normalizer; the table has the
/// letters that it does not decompose, punctuation, Greek (ELOT 743) and Bulgarian. It follows EPC217-08, except that
/// `æ`, `œ` and `ß` become two letters, and that a symbol without a counterpart is refused and not written as a dot.
final class Spelling {
    private static final Map<Integer, String> TABLE = new HashMap<>();
    private static final Map<Integer, String> GERMAN = Map.of(
            (int) 'ä', "ae", (int) 'ö', "oe", (int) 'ü', "ue", (int) 'Ä', "Ae", (int) 'Ö', "Oe", (int) 'Ü', "Ue");

    static {
        letters("ß ss æ ae œ oe ø o đ d ð d þ th ł l ħ h ŋ n ŧ t ı i ĸ k ſ s ŉ n ĳ ij");
        letters("α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps"
                + " ω o");
        letters("а a б b в v г g д d е e ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х h ц ts ч ch"
                + " ш sh щ sht ъ a ь y ю yu я ya");
        TABLE.put((int) 'ẞ', "SS");
        pairs("! . # . $ . % . & + * . ; , < . = . > . @ . [ ( \\ / ] ) ^ . _ - ` ' { ( | / } ) ~ - \" ' € E");
        pairs("‘ ' ’ ' ‚ ' ‛ ' ′ ' ´ ' ʼ ' “ ' ” ' „ ' ‟ ' ″ ' « ' » ' ‹ ' › '");
        pairs("‐ - ‑ - ‒ - – - — - ― - − - • - · . ⁄ /");
    }

    private Spelling() {}

    /// Returns the text for one code point that the charset lacks, in characters of the charset. Null if there is
    /// none.
    ///
    /// @param capitals the neighbouring letters are capitals, so that `Ä` is `AE` and not `Ae`
    static @Nullable String spelled(int point, Charset charset, Transliteration transliteration, boolean capitals) {
        return switch (transliteration) {
            case NONE -> null;
            case PLAIN -> plain(point, charset, capitals);
            case GERMAN -> {
                var umlaut = GERMAN.get(point);
                yield umlaut == null ? plain(point, charset, capitals) : cased(umlaut, capitals);
            }
        };
    }

    private static @Nullable String plain(int point, Charset charset, boolean capitals) {
        var whole = TABLE.get(point);
        if (whole != null) {
            return cased(whole, capitals);
        }
        var out = new StringBuilder();
        var parts = Normalizer.normalize(Character.toString(point), Normalizer.Form.NFKD)
                .codePoints()
                .filter(part -> Character.getType(part) != Character.NON_SPACING_MARK)
                .toArray();
        for (int part : parts) {
            var letter = CharsetMembers.contains(charset, part) ? Character.toString(part) : TABLE.get(part);
            if (letter == null) {
                return null;
            }
            out.append(cased(letter, capitals));
        }
        return out.toString();
    }

    /// Returns a capital with small letters behind it in capitals where its neighbours are capitals.
    private static String cased(String letters, boolean capitals) {
        return capitals && letters.length() > 1 && Character.isUpperCase(letters.charAt(0)) ? upper(letters) : letters;
    }

    /// @param table small letters, each followed by its replacement
    private static void letters(String table) {
        var words = table.split(" ", -1);
        for (int at = 0; at < words.length; at += 2) {
            int small = words[at].codePointAt(0);
            TABLE.put(small, words[at + 1]);
            int capital = Character.toUpperCase(small);
            if (capital != small && capital > 0x7f) {
                TABLE.putIfAbsent(capital, capitalized(words[at + 1]));
            }
        }
    }

    private static void pairs(String table) {
        var words = table.split(" ", -1);
        for (int at = 0; at < words.length; at += 2) {
            TABLE.put(words[at].codePointAt(0), words[at + 1]);
        }
    }

    private static String capitalized(String letters) {
        return upper(letters.substring(0, 1)) + letters.substring(1);
    }

    private static String upper(String ascii) {
        return ascii.toUpperCase(Locale.ROOT);
    }
}
