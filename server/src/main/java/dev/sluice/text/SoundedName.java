package dev.sluice.text;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// A name prepared for comparison by sound: in Latin letters, without particles that are often joined or omitted.
///
/// @param folded words of the name
/// @param abjad true if its script omits short vowels
public record SoundedName(FoldedName folded, FoldedName joined, boolean abjad) {
    /// Longer names are compared by their first words.
    private static final int WORDS_MAX = 12;

    private static final Set<String> PARTICLES =
            Set.of("al", "el", "ul", "ibn", "bin", "ben", "bint", "binti", "the", "of", "and");

    /// Spellings of the word that is joined with the article after it.
    private static final Set<String> JOINED = Set.of("al", "el", "bin", "ben", "ibn");

    /// The Arabic article before a consonant that it takes the sound of, as in ar-Rahman and ash-Shami.
    private static final Pattern ASSIMILATED = Pattern.compile("[ae](?:r|s|sh|n|t|th|d|dh|z)");

    /// Spellings of one word that is joined with the article which follows it.
    private static final Map<String, String> SERVANT =
            Map.of("abdul", "abd", "abdel", "abd", "abdal", "abd", "abdoul", "abd", "abdol", "abd");

    /// A word of `SERVANT` in one word with the article and the name, as in Abdulaziz and Abdurrahman; not the
    /// name Abdullah.
    private static final Pattern SERVANT_OF = Pattern.compile(
            "abd(?:[aeou]|ou)(?:l|r(?=r)|s(?=s)|sh(?=sh)|n(?=n)|t(?=t)|d(?=d)|z(?=z))(?!l?l[ae]h?$)(\\p{L}{3,})");

    /// The Arabic article, which is written in one word with the noun.
    private static final Pattern ARTICLE = Pattern.compile("(?<![\\p{L}\\p{M}])ال(?=\\p{L}{2})");

    public static SoundedName of(String name) {
        boolean abjad = Transliteration.isAbjad(name);
        var apart = abjad ? ARTICLE.matcher(name).replaceAll("") : name;
        var folded = FoldedName.of(Transliteration.latin(apart));
        var words = new ArrayList<String>();
        var joined = new ArrayList<String>();
        var before = "";
        var spoken = folded.spoken();
        for (int at = 0; at < spoken.size() && words.size() < WORDS_MAX; at++) {
            var word = spoken.get(at);
            if (isParticle(word, at + 1 < spoken.size() ? spoken.get(at + 1) : "")) {
                before = JOINED.contains(word) ? word : PARTICLES.contains(word) ? before : "al";
                continue;
            }
            var parts = parts(word);
            words.addAll(parts);
            joined.addAll(before.isEmpty() ? parts : List.of(before + word));
            before = "";
        }
        var plain = words.isEmpty() ? folded : folded.with(words);
        return new SoundedName(plain, joined.equals(words) ? plain : folded.with(joined), abjad);
    }

    private static boolean isParticle(String word, String next) {
        return PARTICLES.contains(word) || (ASSIMILATED.matcher(word).matches() && next.startsWith(word.substring(1)));
    }

    private static List<String> parts(String word) {
        var servant = SERVANT_OF.matcher(word);
        return servant.matches() ? List.of("abd", servant.group(1)) : List.of(SERVANT.getOrDefault(word, word));
    }

    public boolean isEmpty() {
        return folded.isEmpty();
    }

    /// The ways in which its words may be written.
    List<FoldedName> ways() {
        return joined.equals(folded) ? List.of(folded) : List.of(folded, joined);
    }

    /// Returns index keys: two similar names share at least one. A name of several words has, for each pair of
    /// words, the sound of one with the first consonant of the other. A name of one word has its sound and its
    /// first letters. One further key joins all words, for names that are split differently.
    public Set<String> keys() {
        var keys = new LinkedHashSet<String>();
        ways().forEach(way -> add(keys, way));
        return keys;
    }

    private static void add(Set<String> keys, FoldedName way) {
        var words = way.words();
        var sounds = words.stream().map(Sound::of).toList();
        keys.add("=" + Sound.of(String.join("", way.spoken())));
        if (words.size() == 1) {
            keys.add("1" + sounds.getFirst());
            keys.add("^" + first(words.getFirst(), Sound.PREFIX));
        }
        for (int one = 0; one < sounds.size(); one++) {
            for (int other = 0; other < sounds.size(); other++) {
                if (one != other) {
                    keys.add(sounds.get(one) + "+" + first(sounds.get(other), 1));
                }
            }
        }
    }

    private static String first(String word, int letters) {
        return word.substring(0, Math.min(letters, word.length()));
    }
}
