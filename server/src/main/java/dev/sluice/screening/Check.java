package dev.sluice.screening;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Check of one payout, recipient or payment: the party, the provider's result, and the operator's decision.
///
/// @param attempts number of attempts at which the provider was unavailable
/// @param trouble reason of the last of them
/// @param result null until there is one
/// @param authentic whether the row is as the service wrote it
public record Check(
        CheckRef ref,
        CheckKind kind,
        Party party,
        State state,
        Instant createdAt,
        int attempts,
        @Nullable String trouble,
        @Nullable Result result,
        @Nullable Decision decision,
        boolean authentic) {

    /// State of a check.
    public enum State {
        /// No result yet.
        OPEN,
        /// No match, or only matches that an operator has cleared before.
        CLEAR,
        /// Matches that an operator has to decide on.
        HIT,
        /// An operator decided that the match is another person or company.
        CLEARED,
        /// An operator decided that no money moves.
        REJECTED,
        /// No longer needed, as the payout was cancelled.
        DROPPED;

        /// Returns the consequence for the owner of the check.
        Consequence consequence() {
            return switch (this) {
                case CLEAR, CLEARED -> Consequence.PASS;
                case REJECTED -> Consequence.REJECT;
                case OPEN, HIT, DROPPED -> Consequence.WAIT;
            };
        }
    }

    /// Consequence of a check.
    public enum Consequence {
        PASS,
        WAIT,
        REJECT
    }

    /// Result of a provider.
    ///
    /// @param reference the provider's
    public record Result(String provider, @Nullable String reference, List<Match> matches, Instant at) {
        public Result {
            matches = List.copyOf(matches);
        }
    }

    /// Operator's decision on a hit.
    public record Decision(UUID by, String name, String reason, Instant at) {}
}
