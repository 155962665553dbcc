package dev.sluice.rail;

import dev.sluice.money.Money;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Status of a payout as reported by its rail. Only the rail's own answer ends a payout: [Unknown] and [Accepted] keep
/// its hold.
public sealed interface Outcome {
    /// Accepted and in progress; ask again at `askAt`. On a chain, the reference is the transaction's hash. A
    /// replacement changes it, and it is null while no transaction is signed.
    record Accepted(
            @Nullable String railReference,
            Instant pollAt,
            @Nullable OnChain onChain) implements Outcome {
        public Accepted(String railReference, Instant askAt) {
            this(railReference, askAt, null);
        }
    }

    /// The money reached the recipient.
    ///
    /// @param amount principal that the rail names; null if it names none. Another amount than the payout's settles
    ///     nothing
    record Settled(
            String railReference,
            Instant at,
            @Nullable OnChain onChain,
            @Nullable Money amount)
            implements Outcome {
        public Settled(String railReference, Instant at, @Nullable OnChain onChain) {
            this(railReference, at, onChain, null);
        }

        public Settled(String railReference, Instant at) {
            this(railReference, at, null, null);
        }
    }

    /// The money did not move and will not. On a chain, a transaction may have been charged for.
    record Rejected(
            FailureCode code,
            String message,
            @Nullable String railReference,
            @Nullable OnChain onChain) implements Outcome {
        public Rejected(FailureCode code, String message) {
            this(code, message, null, null);
        }
    }

    /// Cancelled before it was paid, at anybody's request: the money did not move and will not.
    record Stopped() implements Outcome {}

    /// The money reached the recipient and came back, all of it or less: banks deduct charges from returns.
    ///
    /// @param amount all that has come back by now, so that a repeated or late report changes nothing; at most the
    ///     payout's amount
    record Returned(FailureCode code, String message, Instant at, Money amount) implements Outcome {}

    /// Not yet known if the money moved; ask again at `askAt`.
    ///
    /// @param answered whether the rail itself answered that it cannot tell; otherwise it gave no answer
    record Unknown(String reason, Instant pollAt, boolean answered) implements Outcome {
        /// There was no answer.
        public Unknown(String reason, Instant askAt) {
            this(reason, askAt, false);
        }
    }

    /// The rail has certainly never seen it: it may be submitted (again).
    record NotSeen() implements Outcome {}
}
