package dev.sluice.recipient;

import dev.sluice.text.NameMatch;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A bank's answer to an account-holder look-up. It informs; it does not block a payout.
///
/// @param bankName the holder's name at the bank; null if the bank gave none
/// @param provider source of the answer, such as the rail's name
public record Verification(
        Outcome outcome, String suppliedName, @Nullable String bankName, String provider, Instant checkedAt) {

    public Verification {
        var named = bankName != null;
        if (outcome == Outcome.UNAVAILABLE ? named : !named && outcome != Outcome.NO_MATCH) {
            throw new IllegalArgumentException("the outcome " + outcome + (named ? " with" : " without") + " a name");
        }
    }

    /// Reports whether the bank has no such account, as in [#ofNoAccount].
    public boolean isNoAccount() {
        return outcome == Outcome.NO_MATCH && bankName == null;
    }

    /// Compares the supplied name with the bank's answer; a missing or blank name is no answer.
    public static Verification of(String suppliedName, @Nullable String bankName, String provider, Instant checkedAt) {
        if (bankName == null || bankName.isBlank()) {
            return new Verification(Outcome.UNAVAILABLE, suppliedName, null, provider, checkedAt);
        }
        return new Verification(outcome(suppliedName, bankName), suppliedName, bankName, provider, checkedAt);
    }

    private static Outcome outcome(String suppliedName, String bankName) {
        return switch (NameMatch.compare(suppliedName, bankName)) {
            case MATCH -> Outcome.MATCH;
            case CLOSE_MATCH -> Outcome.CLOSE_MATCH;
            case NO_MATCH -> Outcome.NO_MATCH;
        };
    }

    /// Returns the result for an account that does not exist at the bank: no name can be paid there.
    public static Verification ofNoAccount(String suppliedName, String provider, Instant checkedAt) {
        return new Verification(Outcome.NO_MATCH, suppliedName, null, provider, checkedAt);
    }

    /// Degree of agreement of the two names.
    public enum Outcome {
        /// Equal except for case, accents, order, punctuation, titles and the form of a company.
        MATCH,
        /// Probably the same recipient: a typing mistake, an initial, a missing middle name.
        CLOSE_MATCH,
        /// Another recipient, or no such account.
        NO_MATCH,
        /// The bank gave no answer.
        UNAVAILABLE;

        private final String wire = name().toLowerCase(Locale.ROOT);

        /// Returns the word in the API and in the table.
        public String wire() {
            return wire;
        }

        /// Returns the outcome of a word. Throws for an unknown word, since only the service writes them.
        public static Outcome ofWire(String wire) {
            return Arrays.stream(values())
                    .filter(outcome -> outcome.wire.equals(wire))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("unknown verification outcome: " + wire));
        }
    }
}
