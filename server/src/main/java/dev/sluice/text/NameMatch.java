package dev.sluice.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleBiFunction;
import org.apache.commons.text.similarity.JaroWinklerSimilarity;

/// Compares two names word by word: a payer's input with the name at the bank, or a recipient with an entry of a list.
///
/// Words are paired in steps, each with the words that the step before left unpaired: equal words; one word written as
/// several (Mc Donald); similar words (Jaro-Winkler, [#SIMILARITY_MIN]); initials. A match consists only of pairs of
/// the first two kinds. A close match leaves unpaired words on one side at most. Unpaired words on both sides
/// contradict each other: the names are different. The result depends neither on the order of the words nor on that of
/// the names.
///
/// The thresholds were tuned with the pairs of names in `NameMatchTest`.
public final class NameMatch {
    /// Minimum similarity of two spellings of one word: Suharto and Soeharto (0.88) match, Wang and Wong (0.85) or
    /// John and Jane (0.70) do not.
    static final double SIMILARITY_MIN = 0.86;
    /// Minimum similarity of one word and two joined words. It is higher, since longer words share more letters.
    private static final double JOINED_SIMILARITY_MIN = 0.9;
    /// Shorter words are never similar: one different letter changes too much of them.
    static final int SIMILAR_LENGTH_MIN = 3;
    /// Minimum share of the longer name's letters in paired words if words are left unpaired.
    static final double COVERED_MIN = 0.35;
    /// Similar words with different meanings: son of, daughter of.
    private static final Set<String> UNLIKE = Set.of("bin", "binti");
    private static final int WHOLE = 100;
    /// Maximum number of parts of a split word.
    private static final int PARTS_MAX = 3;

    private static final JaroWinklerSimilarity SIMILARITY = new JaroWinklerSimilarity();

    private final List<String> left;
    private final List<String> right;
    private final ToDoubleBiFunction<String, String> likeness;
    /// True if one word may be similar to two joined words, besides equal to them.
    private final boolean isBySound;

    private int pairs;
    private int pairsOfWords;
    private int lettersPaired;
    private boolean inexact;

    private NameMatch(
            FoldedName left, FoldedName right, ToDoubleBiFunction<String, String> likeness, boolean isBySound) {
        this.left = new ArrayList<>(left.words());
        this.right = new ArrayList<>(right.words());
        this.likeness = likeness;
        this.isBySound = isBySound;
    }

    /// Result of a comparison.
    public enum Outcome {
        /// Same name except for case, accents, order, punctuation, titles and company form.
        MATCH,
        /// Probably the same name: a typing error, an initial, or a missing middle name.
        CLOSE_MATCH,
        /// Different names.
        NO_MATCH
    }

    /// Result of a comparison and the share of the longer name's letters in paired words, in percent.
    public record Likeness(Outcome outcome, int percent) {}

    /// Compares two names; a name without letters and digits matches none.
    public static Outcome compare(String supplied, String atBank) {
        return compare(FoldedName.of(supplied), FoldedName.of(atBank), NameMatch::similarity, false)
                .outcome();
    }

    /// Compares two names by sound, across scripts and spellings.
    public static Likeness compare(SoundedName one, SoundedName other) {
        ToDoubleBiFunction<String, String> likeness =
                (word, another) -> Math.max(similarity(word, another), Sound.likeness(word, one, another, other));
        return one.ways().stream()
                .flatMap(way -> other.ways().stream().map(another -> compare(way, another, likeness, true)))
                .max(Comparator.comparingInt(Likeness::percent))
                .orElseThrow();
    }

    private static Likeness compare(
            FoldedName one, FoldedName other, ToDoubleBiFunction<String, String> likeness, boolean isBySound) {
        if (one.isEmpty() || other.isEmpty()) {
            return new Likeness(Outcome.NO_MATCH, 0);
        }
        // Orders the two names, so that greedy pairing does not depend on the order of the arguments.
        return String.join(" ", one.words()).compareTo(String.join(" ", other.words())) <= 0
                ? new NameMatch(one, other, likeness, isBySound).likeness(one, other)
                : new NameMatch(other, one, likeness, isBySound).likeness(other, one);
    }

    private Likeness likeness(FoldedName one, FoldedName other) {
        int letters = Math.max(letters(left), letters(right));
        return switch (outcome(one, other)) {
            case MATCH -> new Likeness(Outcome.MATCH, WHOLE);
            case CLOSE_MATCH ->
                new Likeness(Outcome.CLOSE_MATCH, Math.min(WHOLE - 1, WHOLE * lettersPaired / Math.max(1, letters)));
            case NO_MATCH -> new Likeness(Outcome.NO_MATCH, 0);
        };
    }

    private Outcome outcome(FoldedName one, FoldedName other) {
        int letters = Math.max(letters(left), letters(right));
        pairEqual();
        pairJoined(left, right);
        pairJoined(right, left);
        left.removeIf(other.forms()::contains);
        right.removeIf(one.forms()::contains);
        inexact = !left.isEmpty() || !right.isEmpty() || contradict(one, other);
        pairSimilar();
        if (isBySound) {
            pairJoinedAlike(left, right);
            pairJoinedAlike(right, left);
        }
        pairInitials();
        if (!inexact) {
            return Outcome.MATCH;
        }
        left.removeIf(FoldedName::isDoubtfulForm);
        right.removeIf(FoldedName::isDoubtfulForm);
        return isClose(letters) ? Outcome.CLOSE_MATCH : Outcome.NO_MATCH;
    }

    private boolean isClose(int letters) {
        if (left.isEmpty() && right.isEmpty()) {
            return pairsOfWords > 0;
        }
        var oneSided = left.isEmpty() || right.isEmpty();
        return oneSided && pairs > 1 && pairsOfWords > 0 && lettersPaired >= COVERED_MIN * letters;
    }

    /// Returns true if the company forms contradict each other: PT Maju and CV Maju are different companies.
    private static boolean contradict(FoldedName one, FoldedName other) {
        return !one.forms().isEmpty() && !other.forms().isEmpty() && Collections.disjoint(one.forms(), other.forms());
    }

    private void pairEqual() {
        for (var word : List.copyOf(left)) {
            if (right.remove(word)) {
                left.remove(word);
                paired(word, word.length());
            }
        }
    }

    /// Pairs a word with several words of the other name that spell it together.
    private void pairJoined(List<String> words, List<String> others) {
        for (var word : List.copyOf(words)) {
            var parts = new ArrayList<String>();
            if (spell(word, others, parts) && parts.size() > 1) {
                words.remove(word);
                parts.forEach(others::remove);
                paired(word, word.length());
            }
        }
    }

    private static boolean spell(String rest, List<String> available, List<String> parts) {
        if (rest.isEmpty() || parts.size() == PARTS_MAX) {
            return rest.isEmpty();
        }
        for (int i = 0; i < available.size(); i++) {
            var part = available.get(i);
            if (rest.startsWith(part)) {
                parts.add(part);
                var others = new ArrayList<>(available);
                others.remove(i);
                if (spell(rest.substring(part.length()), others, parts)) {
                    return true;
                }
                parts.removeLast();
            }
        }
        return false;
    }

    /// Pairs the most similar words first.
    private void pairSimilar() {
        record Candidate(String one, String other, double similarity) {}
        var candidates = new ArrayList<Candidate>();
        for (var one : left) {
            for (var other : right) {
                var similarity = likeness.applyAsDouble(one, other);
                if (similarity >= SIMILARITY_MIN) {
                    candidates.add(new Candidate(one, other, similarity));
                }
            }
        }
        candidates.sort(Comparator.comparingDouble(Candidate::similarity).reversed());
        for (var candidate : candidates) {
            if (left.contains(candidate.one()) && right.contains(candidate.other())) {
                left.remove(candidate.one());
                right.remove(candidate.other());
                paired(
                        candidate.one(),
                        Math.max(candidate.one().length(), candidate.other().length()));
            }
        }
    }

    /// Pairs a word with two of the others that together are much alike, as Abubakar with Abu Bakr.
    private void pairJoinedAlike(List<String> words, List<String> others) {
        for (var word : List.copyOf(words)) {
            for (var one : List.copyOf(others)) {
                for (var other : List.copyOf(others)) {
                    boolean isApart = one.equals(other) || isInitial(one) || isInitial(other);
                    if (!isApart
                            && word.charAt(0) == one.charAt(0)
                            && words.contains(word)
                            && others.contains(one)
                            && others.contains(other)
                            && likeness.applyAsDouble(word, one + other) >= JOINED_SIMILARITY_MIN) {
                        words.remove(word);
                        others.remove(one);
                        others.remove(other);
                        paired(word, Math.max(word.length(), one.length() + other.length()));
                    }
                }
            }
        }
    }

    private static double similarity(String one, String other) {
        var tooShort = Math.min(one.length(), other.length()) < SIMILAR_LENGTH_MIN;
        if (tooShort || UNLIKE.contains(one) || UNLIKE.contains(other) || !isSpelt(one) || !isSpelt(other)) {
            return 0;
        }
        return one.compareTo(other) <= 0 ? SIMILARITY.apply(one, other) : SIMILARITY.apply(other, one);
    }

    /// Returns true if a word is spelt by sounds. Ideographs and Hangul syllables are not: one different character
    /// of three is no typing error.
    private static boolean isSpelt(String word) {
        return word.codePoints()
                .noneMatch(c -> Character.isIdeographic(c)
                        || Character.isDigit(c)
                        || Character.UnicodeScript.of(c) == Character.UnicodeScript.HANGUL);
    }

    private void pairInitials() {
        pairInitials(left, right);
        pairInitials(right, left);
    }

    private void pairInitials(List<String> initials, List<String> words) {
        for (var initial : List.copyOf(initials)) {
            if (isInitial(initial)) {
                words.stream()
                        .filter(word -> word.startsWith(initial))
                        .findFirst()
                        .ifPresent(word -> {
                            initials.remove(initial);
                            words.remove(word);
                            paired(initial, word.length());
                        });
            }
        }
    }

    private static boolean isInitial(String word) {
        return word.length() == 1 && Character.isLowerCase(word.charAt(0));
    }

    private void paired(String word, int letters) {
        pairs++;
        pairsOfWords += isInitial(word) ? 0 : 1;
        lettersPaired += letters;
    }

    private static int letters(List<String> words) {
        return words.stream().mapToInt(String::length).sum();
    }
}
