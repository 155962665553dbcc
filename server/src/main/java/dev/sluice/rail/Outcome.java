package dev.sluice.rail;

import java.time.Instant;

/// What a rail says of a payout. Only the rail's own word ends a payout: [Unknown] and [Accepted] keep its hold.
public sealed interface Outcome {
    /// Taken, and under way; ask again at `askAt`.
    record Accepted(String railReference, Instant askAt) implements Outcome {}

    /// The money reached the payee.
    record Settled(String railReference, Instant at) implements Outcome {}

    /// The money did not move and will not.
    record Rejected(FailureCode code, String message) implements Outcome {}

    /// The money reached the payee and came back.
    record Returned(FailureCode code, String message, Instant at) implements Outcome {}

    /// Nobody can tell yet whether the money moved; ask again at `askAt`.
    record Unknown(String reason, Instant askAt) implements Outcome {}

    /// The rail has never seen it, for certain: it may be submitted (again).
    record NotSeen() implements Outcome {}
}
