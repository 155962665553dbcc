package dev.sluice.rail;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One try to move a payout's money, as its rail has it in its books.
///
/// @param at when it was made; nothing where the books do not have it
/// @param reference by which the other side knows it
/// @param answer what the other side last said of it
/// @param words the same in words, where it said more
public record Attempt(
        @Nullable Instant at,
        @Nullable String reference,
        Answer answer,
        @Nullable String words) {
    private static final String STOPPED = "Cancelled before it was sent";

    /// What is said of a try.
    public enum Answer {
        /// Nothing, or that it was never seen.
        NONE,
        /// Nothing yet: it waits in the rail's own queue, and the other side was not told of it.
        QUEUED,
        /// That it is under way.
        TAKEN,
        /// That nobody can tell yet.
        UNDECIDED,
        SETTLED,
        REJECTED,
        /// That the money came back after it had arrived.
        RETURNED,
        /// That another try has its place.
        REPLACED
    }

    /// One that was not made yet.
    ///
    /// @param why what it waits for, in words, where that is known
    public static Attempt queued(Optional<String> why) {
        return new Attempt(null, null, Answer.QUEUED, why.orElse(null));
    }

    /// A try under the name that its outcome has for it.
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

    /// A try of which an outcome is the last word.
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
