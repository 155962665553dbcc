package dev.sluice.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleBiFunction;
import org.apache.commons.text.similarity.JaroWinklerSimilarity;

/// The comparison of two names, word by word: that which a payer supplied with the one at the bank, or that of a payee
/// with one on a list.
///
/// Words are paired in steps, each over what the former left: the same word; one word written as several (Mc Donald);
/// a word much like another (Jaro-Winkler, [#SIMILARITY_MIN]); an initial. A match has nothing but pairs of the first
/// two kinds. A close match leaves words over on one side at most. Words left over on both sides contradict each
/// other, and the payee is another one. The outcome depends neither on the order of the words nor on that of the names.
///
/// The thresholds were set with the pairs of names in `NameMatchTest`.
public final class NameMatch {
    /// Words at least so much alike are one word with a slip of the pen: Suharto and Soeharto (0.88) are, Wang and
    /// Wong (0.85), John and Jane (0.70) are not.
    static final double SIMILARITY_MIN = 0.86;
    /// Shorter words differ in too many letters of too few to be slips.
    static final int SIMILAR_LENGTH_MIN = 3;
    /// The part of the longer name's letters that must have been paired when words are left over.
    static final double COVERED_MIN = 0.35;
    /// Words much alike that mean different things: son of, daughter of.
    private static final Set<String> UNLIKE = Set.of("bin", "binti");
    private static final int WHOLE = 100;
    /// A word may be written as so many.
    private static final int PARTS_MAX = 3;

    private static final JaroWinklerSimilarity SIMILARITY = new JaroWinklerSimilarity();

    private final List<String> left;
    private final List<String> right;
    private final ToDoubleBiFunction<String, String> likeness;
    private int pairs;
    private int pairsOfWords;
    private int lettersPaired;
    private boolean inexact;

    private NameMatch(FoldedName left, FoldedName right, ToDoubleBiFunction<String, String> likeness) {
        this.left = new ArrayList<>(left.words());
        this.right = new ArrayList<>(right.words());
        this.likeness = likeness;
    }

    /// How well two names agree.
    public enum Outcome {
        /// The same name, but for case, accents, order, punctuation, titles and the form of a company.
        MATCH,
        /// Probably the same: a slip of the pen, an initial, a middle name missing.
        CLOSE_MATCH,
        /// Another name.
        NO_MATCH
    }

    /// How well two names agree, and how much of the longer one's letters is in words that do, in percent.
    public record Likeness(Outcome outcome, int percent) {}

    /// Compares two names; a name without a letter or digit matches none.
    public static Outcome compare(String supplied, String atBank) {
        return compare(FoldedName.of(supplied), FoldedName.of(atBank), NameMatch::similarity)
                .outcome();
    }

    /// Compares two names by how they sound, whatever script or spelling each is written in.
    public static Likeness compare(SoundedName one, SoundedName other) {
        return compare(
                one.folded(),
                other.folded(),
                (word, another) -> Math.max(similarity(word, another), Sound.likeness(word, one, another, other)));
    }

    private static Likeness compare(FoldedName one, FoldedName other, ToDoubleBiFunction<String, String> likeness) {
        if (one.isEmpty() || other.isEmpty()) {
            return new Likeness(Outcome.NO_MATCH, 0);
        }
        // A fixed order of the two, so that greedy pairing cannot depend on which of them was supplied.
        return String.join(" ", one.words()).compareTo(String.join(" ", other.words())) <= 0
                ? new NameMatch(one, other, likeness).likeness(one, other)
                : new NameMatch(other, one, likeness).likeness(other, one);
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

    /// Two companies of one name and different forms (PT Maju, CV Maju) are two companies.
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

    /// Pairs each of the words with several of the others that together spell it.
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

    /// Pairs the words most alike first.
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

    private static double similarity(String one, String other) {
        var tooShort = Math.min(one.length(), other.length()) < SIMILAR_LENGTH_MIN;
        if (tooShort || UNLIKE.contains(one) || UNLIKE.contains(other) || !isSpelt(one) || !isSpelt(other)) {
            return 0;
        }
        return one.compareTo(other) <= 0 ? SIMILARITY.apply(one, other) : SIMILARITY.apply(other, one);
    }

    /// Whether a word is spelt by sounds. Ideographs and Hangul syllables are not: one of three differing is no slip.
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
