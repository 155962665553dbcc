package dev.sluice.text;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.commons.text.similarity.JaroWinklerSimilarity;
import org.apache.commons.text.similarity.LevenshteinDistance;

/// Sound of a word by its consonants, which transliterations of the same word share. Vowels are compared separately in
/// classes, since they distinguish Hassan from Hussein.
final class Sound {
    /// Length of the prefix in the index key of a name with a single word.
    static final int PREFIX = 3;
    /// Similarity of words with the same sound that are spelt differently.
    static final double LIKENESS = 0.9;

    /// Minimum number of consonants: fewer are shared by too many words.
    private static final int CONSONANTS_MIN = 3;
    /// Minimum similarity in spelling of words with the same sound.
    private static final double SPELLING_MIN = 0.7;
    /// Minimum similarity in spelling of words that begin with a vowel and have one consonant less, such as Yusuf
    /// and Yousef (0.84). Four letters of which the first differs (0.83), and Elena and Alina (0.73), are
    /// different words.
    private static final double SHORT_SPELLING_MIN = 0.835;

    private static final int VOWELS_APART_MAX = 1;
    private static final char VOWEL = 'A';
    private static final char NONE = ' ';

    private static final Pattern DOUBLED = Pattern.compile("(.)\\1+");
    private static final Pattern VOWELS = Pattern.compile("[aeiouy]+");
    private static final JaroWinklerSimilarity SPELLING = new JaroWinklerSimilarity();
    private static final LevenshteinDistance EDITS = new LevenshteinDistance(VOWELS_APART_MAX);

    /// Spellings of one sound, longest first. A capital letter denotes a sound, not a letter.
    private static final List<Map.Entry<String, String>> SPELLINGS = List.of(
            Map.entry("shch", "S"),
            Map.entry("tsch", "C"),
            Map.entry("sch", "S"),
            Map.entry("tch", "C"),
            Map.entry("dzh", "J"),
            Map.entry("sh", "S"),
            Map.entry("ch", "C"),
            Map.entry("zh", "J"),
            Map.entry("dj", "J"),
            Map.entry("kh", "h"),
            Map.entry("gh", "g"),
            Map.entry("ph", "f"),
            Map.entry("th", "t"),
            Map.entry("dh", "d"),
            Map.entry("ck", "k"),
            Map.entry("ts", "z"),
            Map.entry("tz", "z"),
            Map.entry("cz", "C"),
            Map.entry("qu", "k"),
            Map.entry("x", "ks"),
            Map.entry("q", "k"),
            Map.entry("c", "k"),
            Map.entry("w", "v"),
            Map.entry("j", "J"));

    private Sound() {}

    /// Returns the consonants of a word by sound, with a mark in front if it begins with a vowel.
    static String of(String word) {
        var text = word;
        for (var each : SPELLINGS) {
            text = text.replace(each.getKey(), each.getValue());
        }
        text = single(text);
        boolean open = !text.isEmpty() && VOWELS.matcher(text.substring(0, 1)).matches();
        return (open ? String.valueOf(VOWEL) : "") + VOWELS.matcher(text).replaceAll("");
    }

    private static String single(String text) {
        return DOUBLED.matcher(text).replaceAll("$1");
    }

    /// Returns the similarity of two words by sound; zero if they sound different.
    static double likeness(String word, SoundedName name, String other, SoundedName otherName) {
        var sound = of(word);
        if (!sound.equals(of(other))) {
            return 0;
        }
        int consonants = sound.length() - (sound.startsWith(String.valueOf(VOWEL)) ? 1 : 0);
        var vowels = vowels(word);
        var others = vowels(other);
        boolean isSame = vowels.equals(others) && consonants > 0;
        boolean isShorthand =
                isSpeltWithout(name, otherName, consonants) && (isPart(vowels, others) || isPart(others, vowels));
        boolean isVariant = sound.length() >= CONSONANTS_MIN
                && isAlike(
                        word, vowels, other, others, consonants < CONSONANTS_MIN ? SHORT_SPELLING_MIN : SPELLING_MIN);
        return isSame || isShorthand || isVariant ? LIKENESS : 0;
    }

    /// Requires fewer consonants if only one name omits vowels, since its words are short anyway.
    private static boolean isSpeltWithout(SoundedName name, SoundedName other, int consonants) {
        return name.abjad() != other.abjad() && consonants >= CONSONANTS_MIN - 1;
    }

    private static boolean isAlike(String word, String vowels, String other, String others, double spellingMin) {
        return SPELLING.apply(single(word), single(other)) >= spellingMin && EDITS.apply(vowels, others) >= 0;
    }

    /// Returns the vowels of a word by class, one per syllable: the last one of adjacent vowels.
    private static String vowels(String word) {
        var classes = new StringBuilder();
        boolean inside = false;
        for (int at = 0; at < word.length(); at++) {
            char sort = sort(word.charAt(at));
            if (inside && sort != NONE) {
                classes.setLength(classes.length() - 1);
            }
            if (sort != NONE) {
                classes.append(sort);
            }
            inside = sort != NONE;
        }
        return classes.toString();
    }

    private static char sort(char letter) {
        return switch (letter) {
            case 'a', 'e' -> 'a';
            case 'o', 'u' -> 'u';
            case 'i', 'y' -> 'i';
            default -> NONE;
        };
    }

    private static boolean isPart(String few, String many) {
        int at = 0;
        for (int i = 0; i < many.length() && at < few.length(); i++) {
            if (many.charAt(i) == few.charAt(at)) {
                at++;
            }
        }
        return at == few.length();
    }
}
