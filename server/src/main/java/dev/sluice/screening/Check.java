package dev.sluice.screening;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The check of one payout, recipient or payment: who was asked about, what was found, and what an operator decided.
///
/// @param attempts how often the provider could not tell
/// @param trouble why it could not the last time
/// @param result nothing as long as there is none
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

    /// How far a check has come.
    public enum State {
        /// Nobody has answered yet.
        OPEN,
        /// Nothing was found, or nothing that an operator has not cleared before.
        CLEAR,
        /// An operator has to decide.
        HIT,
        /// An operator decided that it is somebody else.
        CLEARED,
        /// An operator decided that no money moves.
        REJECTED,
        /// Nobody needs it any more, as the payout was cancelled.
        DROPPED;

        /// The answer to whoever waits for the check.
        Verdict verdict() {
            return switch (this) {
                case CLEAR, CLEARED -> Verdict.PASS;
                case REJECTED -> Verdict.REJECT;
                case OPEN, HIT, DROPPED -> Verdict.WAIT;
            };
        }
    }

    /// What follows from a check.
    public enum Verdict {
        PASS,
        WAIT,
        REJECT
    }

    /// What a provider answered.
    ///
    /// @param reference the provider's
    public record Result(String provider, @Nullable String reference, List<Match> matches, Instant at) {
        public Result {
            matches = List.copyOf(matches);
        }
    }

    /// What an operator decided on a hit.
    public record Decision(UUID by, String name, String reason, Instant at) {}
}
