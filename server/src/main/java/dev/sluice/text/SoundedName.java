package dev.sluice.text;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// A name prepared for comparison by sound: in Latin letters, without particles that are often joined or omitted.
///
/// @param folded words of the name
/// @param abjad true if its script omits short vowels
public record SoundedName(FoldedName folded, boolean abjad) {
    /// Longer names are compared by their first words.
    private static final int WORDS_MAX = 12;

    private static final Set<String> PARTICLES =
            Set.of("al", "el", "ul", "ibn", "bin", "ben", "bint", "binti", "the", "of", "and");

    /// Spellings of the word that is joined with the article after it.
    private static final Map<String, String> SERVANT =
            Map.of("abdul", "abd", "abdel", "abd", "abdal", "abd", "abdoul", "abd", "abdol", "abd");

    /// The Arabic article, which is joined with its noun.
    private static final Pattern ARTICLE = Pattern.compile("(?<![\\p{L}\\p{M}])ال(?=\\p{L}{2})");

    public static SoundedName of(String name) {
        boolean abjad = Transliteration.isAbjad(name);
        var apart = abjad ? ARTICLE.matcher(name).replaceAll("") : name;
        var folded = FoldedName.of(Transliteration.latin(apart));
        var words = new ArrayList<String>();
        for (var word : folded.spoken()) {
            if (!PARTICLES.contains(word) && words.size() < WORDS_MAX) {
                words.add(SERVANT.getOrDefault(word, word));
            }
        }
        return new SoundedName(words.isEmpty() ? folded : folded.with(words), abjad);
    }

    public boolean isEmpty() {
        return folded.isEmpty();
    }

    /// Returns index keys: two similar names share at least one. A name of several words has, for each pair of words,
    /// the sound of one with the first consonant of the other. A name of one word has its sound and its first letters.
    /// One further key joins all words, for names that are split differently.
    public Set<String> keys() {
        var words = folded.words();
        var sounds = words.stream().map(Sound::of).toList();
        var keys = new LinkedHashSet<String>();
        keys.add("=" + String.join("", folded.spoken().stream().map(Sound::of).toList()));
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
        return keys;
    }

    private static String first(String word, int letters) {
        return word.substring(0, Math.min(letters, word.length()));
    }
}
