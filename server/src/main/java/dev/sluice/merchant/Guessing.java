package dev.sluice.merchant;

import com.nulabinc.zxcvbn.Zxcvbn;
import java.util.stream.Stream;

/// Whether a password is easy to guess: it is a common one, a pattern, a date, or made of what everybody knows of the
/// person. How many guesses it takes is estimated as zxcvbn does (Wheeler, USENIX Security 2016).
public final class Guessing {
    /// What takes a hundred million guesses or more.
    private static final int SCORE_MIN = 3;

    /// Estimating takes much longer for longer texts, and what is longer is no easier to guess.
    private static final int ESTIMATED_MAX = 64;

    private static final Zxcvbn ZXCVBN = new Zxcvbn();
    private static final String PRODUCT = "sluice";
    private static final String NO_LETTER = "[^\\p{L}\\p{N}]+";

    private Guessing() {}

    public static boolean isEasy(String password, User user) {
        var known = Stream.concat(
                        Stream.of(PRODUCT, user.email(), user.name()),
                        Stream.of(user.email(), user.name()).flatMap(Guessing::words))
                .toList();
        var estimated = password.substring(0, Math.min(password.length(), ESTIMATED_MAX));
        return ZXCVBN.measure(estimated, known).getScore() < SCORE_MIN;
    }

    /// The words of a name or an address, and all of them together, as they stand and the other way round.
    private static Stream<String> words(String text) {
        var words =
                Stream.of(text.split(NO_LETTER)).filter(word -> !word.isEmpty()).toList();
        return Stream.concat(words.stream(), Stream.of(String.join("", words), String.join("", words.reversed())));
    }
}
