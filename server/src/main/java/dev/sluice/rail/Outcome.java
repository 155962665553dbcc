package dev.sluice.rail;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What a rail says of a payout. Only the rail's own word ends a payout: [Unknown] and [Accepted] keep its hold.
public sealed interface Outcome {
    /// Taken, and under way; ask again at `askAt`. On a chain, the reference is the transaction's hash, which a
    /// replacement changes, and which is null while none is signed.
    record Accepted(
            @Nullable String railReference,
            Instant askAt,
            @Nullable OnChain onChain) implements Outcome {
        public Accepted(String railReference, Instant askAt) {
            this(railReference, askAt, null);
        }
    }

    /// The money reached the payee.
    record Settled(
            String railReference, Instant at, @Nullable OnChain onChain) implements Outcome {
        public Settled(String railReference, Instant at) {
            this(railReference, at, null);
        }
    }

    /// The money did not move and will not. On a chain, a transaction may have been charged for all the same.
    record Rejected(
            FailureCode code,
            String message,
            @Nullable String railReference,
            @Nullable OnChain onChain) implements Outcome {
        public Rejected(FailureCode code, String message) {
            this(code, message, null, null);
        }
    }

    /// Taken back, on whoever asked for it, before it was paid: the money did not move and will not.
    record Stopped() implements Outcome {}

    /// The money reached the payee and came back.
    record Returned(FailureCode code, String message, Instant at) implements Outcome {}

    /// Nobody can tell yet whether the money moved; ask again at `askAt`.
    ///
    /// @param answered whether the rail itself answered that it cannot tell; otherwise it gave no answer
    record Unknown(String reason, Instant askAt, boolean answered) implements Outcome {
        /// There was no answer.
        public Unknown(String reason, Instant askAt) {
            this(reason, askAt, false);
        }
    }

    /// The rail has never seen it, for certain: it may be submitted (again).
    record NotSeen() implements Outcome {}
}
