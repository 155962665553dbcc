package dev.sluice.rail;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One attempt to move a payout's money, from its rail's records.
///
/// @param at time of the attempt; null if it is not recorded
/// @param reference identifies the attempt at the other side
/// @param answer the other side's latest answer
/// @param words text of that answer, if there is any
public record Attempt(
        @Nullable Instant at,
        @Nullable String reference,
        Answer answer,
        @Nullable String words) {
    private static final String STOPPED = "Cancelled before it was sent";

    /// Answer to an attempt.
    public enum Answer {
        /// No answer, or never seen.
        NONE,
        /// No answer yet: the attempt waits in the rail's own queue, and was not sent to the other side.
        QUEUED,
        /// In progress.
        TAKEN,
        /// Outcome not yet known.
        UNDECIDED,
        SETTLED,
        REJECTED,
        /// The money came back after it had arrived.
        RETURNED,
        /// Replaced by another attempt.
        REPLACED
    }

    /// Returns an attempt that was not sent yet.
    ///
    /// @param reason reason of the wait as text, if known
    public static Attempt queued(Optional<String> reason) {
        return new Attempt(null, null, Answer.QUEUED, reason.orElse(null));
    }

    /// Returns an attempt with the reference of its outcome.
    public static Attempt of(@Nullable Instant at, Outcome outcome) {
        return of(at, reference(outcome), outcome);
    }

    private static @Nullable String reference(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Accepted accepted -> accepted.railReference();
            case Outcome.Settled settled -> settled.railReference();
            case Outcome.Rejected rejected -> rejected.railReference();
            case Outcome.Stopped _, Outcome.Returned _, Outcome.Unknown _, Outcome.NotSeen _ -> null;
        };
    }

    /// Returns an attempt with an outcome as its latest answer.
    public static Attempt of(@Nullable Instant at, @Nullable String reference, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Accepted _ -> new Attempt(at, reference, Answer.TAKEN, null);
            case Outcome.Settled _ -> new Attempt(at, reference, Answer.SETTLED, null);
            case Outcome.Rejected rejected -> new Attempt(at, reference, Answer.REJECTED, rejected.message());
            case Outcome.Stopped _ -> new Attempt(at, reference, Answer.REJECTED, STOPPED);
            case Outcome.Returned returned -> new Attempt(at, reference, Answer.RETURNED, returned.message());
            case Outcome.Unknown unknown ->
                new Attempt(at, reference, unknown.answered() ? Answer.UNDECIDED : Answer.NONE, unknown.reason());
            case Outcome.NotSeen _ -> new Attempt(at, reference, Answer.NONE, null);
        };
    }
}
