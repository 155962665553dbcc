package dev.sluice.merchant;

import com.nulabinc.zxcvbn.Zxcvbn;
import java.util.stream.Stream;

/// Check for passwords that are easy to guess: common ones, patterns, dates, and public facts about the person. It
/// estimates the number of guesses with zxcvbn (Wheeler, USENIX Security 2016).
public final class PasswordStrength {
    /// Minimum score: a hundred million guesses or more.
    private static final int SCORE_MIN = 3;

    /// Maximum length for the estimate, as it takes much longer for longer texts, and a longer text is no easier
    /// to guess.
    private static final int ESTIMATED_MAX = 64;

    private static final Zxcvbn ZXCVBN = new Zxcvbn();
    private static final String PRODUCT = "sluice";
    private static final String NO_LETTER = "[^\\p{L}\\p{N}]+";

    private PasswordStrength() {}

    public static boolean isEasy(String password, User user) {
        var known = Stream.concat(
                        Stream.of(PRODUCT, user.email(), user.name()),
                        Stream.of(user.email(), user.name()).flatMap(PasswordStrength::words))
                .toList();
        var estimated = password.substring(0, Math.min(password.length(), ESTIMATED_MAX));
        return ZXCVBN.measure(estimated, known).getScore() < SCORE_MIN;
    }

    /// Returns the words of a name or an address, and all of them joined, forwards and in reverse order.
    private static Stream<String> words(String text) {
        var words =
                Stream.of(text.split(NO_LETTER)).filter(word -> !word.isEmpty()).toList();
        return Stream.concat(words.stream(), Stream.of(String.join("", words), String.join("", words.reversed())));
    }
}
