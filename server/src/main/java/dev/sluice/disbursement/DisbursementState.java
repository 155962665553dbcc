package dev.sluice.disbursement;

import dev.sluice.http.Query;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Outcome;
import dev.sluice.refusal.Refusal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// State of a payout. Each variant carries exactly the facts that are known then.
public sealed interface DisbursementState {
    /// The payout is under way; the money is held.
    record Pending(Stage stage) implements DisbursementState {}

    /// The payee has the money.
    record Completed(Instant at) implements DisbursementState {}

    /// The money did not leave, and the hold was given back.
    record Failed(FailureCode code, String message, Instant at) implements DisbursementState {}

    /// Stopped before anything was sent, and the hold was given back.
    record Cancelled(Instant at) implements DisbursementState {}

    /// The money came back after it had arrived; the fee is kept.
    ///
    /// @param returned amount that came back: the payout's, or less, as banks deduct charges from returns
    record Reversed(FailureCode code, String message, Instant at, Money returned) implements DisbursementState {
        /// A later return of the rest raises the amount. The first reason stays.
        private Reversed raised(Money total) {
            return total.compareTo(returned) > 0 ? new Reversed(code, message, at, total) : this;
        }
    }

    /// Progress of a pending payout.
    enum Stage {
        /// Another person than its maker has to approve it.
        NEEDS_APPROVAL,
        /// The payee is being screened, or an operator has to decide on the matches.
        SCREENING,
        QUEUED,
        SUBMITTED,
        UNKNOWN;

        private static final List<String> WIRE =
                Arrays.stream(values()).map(Stage::wire).toList();

        /// Reports whether the rail may not have seen the payout: no report so far proves that it did.
        public boolean mayBeUnseen() {
            return switch (this) {
                case QUEUED, UNKNOWN -> true;
                case NEEDS_APPROVAL, SCREENING, SUBMITTED -> false;
            };
        }

        /// Reports whether no rail gets it yet: it is in no queue.
        boolean isBeforeQueue() {
            return switch (this) {
                case NEEDS_APPROVAL, SCREENING -> true;
                case QUEUED, SUBMITTED, UNKNOWN -> false;
            };
        }

        /// The wire's word for it.
        String wire() {
            return name().toLowerCase(Locale.ROOT);
        }

        /// Returns the stage in the query of a list.
        public static Optional<Stage> of(Query query) {
            return query.oneOf("statusDetail", WIRE).map(word -> valueOf(word.toUpperCase(Locale.ROOT)));
        }
    }

    /// The wire's word for it.
    default Status status() {
        return switch (this) {
            case Pending _ -> Status.PENDING;
            case Completed _ -> Status.COMPLETED;
            case Failed _ -> Status.FAILED;
            case Cancelled _ -> Status.CANCELLED;
            case Reversed _ -> Status.REVERSED;
        };
    }

    /// Returns the cancelled state. A payout can be cancelled until its submission to a rail; after that, only the
    /// rail's report stops it. Cancelling twice is no error.
    default DisbursementState cancelled(Instant now) {
        return switch (this) {
            case Pending(var stage) when stage == Stage.QUEUED || stage.isBeforeQueue() -> new Cancelled(now);
            case Cancelled already -> already;
            case Pending _, Completed _, Failed _, Reversed _ -> throw Refusal.DISBURSEMENT_NOT_CANCELLABLE.refused();
        };
    }

    default boolean needsApproval() {
        return this instanceof Pending(var stage) && stage == Stage.NEEDS_APPROVAL;
    }

    /// Reports whether no rail gets it yet.
    default boolean isBeforeQueue() {
        return this instanceof Pending(var stage) && stage.isBeforeQueue();
    }

    default boolean isScreened() {
        return this instanceof Pending(var stage) && stage == Stage.SCREENING;
    }

    /// Let go once its payee was screened, or failed. A payout that waits for something else stays as it is.
    default DisbursementState screened(boolean passed, Instant now) {
        if (!isScreened()) {
            return this;
        }
        return passed
                ? new Pending(Stage.QUEUED)
                : new Failed(FailureCode.COMPLIANCE_REJECTED, FailureCode.COMPLIANCE_REJECTED.message(), now);
    }

    /// Returns the state of a payout that is held back before submission, as its payee has not passed screening.
    default DisbursementState heldForScreening() {
        return equals(new Pending(Stage.QUEUED)) ? new Pending(Stage.SCREENING) : this;
    }

    /// Approves or rejects a payout.
    ///
    /// @param next the stage of an approved payout
    default DisbursementState reviewed(boolean approved, Stage next, Instant now) {
        if (!needsApproval()) {
            throw Refusal.DISBURSEMENT_NOT_AWAITING_APPROVAL.refused();
        }
        return approved ? new Pending(next) : new Cancelled(now);
    }

    /// Returns the state after a rail's report. An outdated report changes nothing, and an unknown outcome keeps
    /// the hold. A payout that waits for an approval or for screening was never submitted to a rail.
    default DisbursementState afterReport(Outcome outcome, Instant now) {
        return switch (this) {
            case Pending(var stage) when stage.isBeforeQueue() -> this;
            case Pending pending ->
                switch (outcome) {
                    case Outcome.Accepted _ -> new Pending(Stage.SUBMITTED);
                    case Outcome.Unknown _ -> new Pending(Stage.UNKNOWN);
                    case Outcome.Settled _ -> new Completed(now);
                    case Outcome.Rejected rejected -> new Failed(rejected.code(), rejected.message(), now);
                    case Outcome.Returned returned -> reversed(returned, now);
                    case Outcome.NotSeen _ -> pending;
                    case Outcome.Stopped _ -> new Cancelled(now);
                };
            case Completed completed ->
                switch (outcome) {
                    case Outcome.Returned returned -> reversed(returned, now);
                    case Outcome.Accepted _,
                            Outcome.Unknown _,
                            Outcome.Settled _,
                            Outcome.Rejected _,
                            Outcome.NotSeen _,
                            Outcome.Stopped _ -> completed;
                };
            case Reversed reversed ->
                outcome instanceof Outcome.Returned returned ? reversed.raised(returned.amount()) : reversed;
            case Failed _, Cancelled _ -> this;
        };
    }

    private static Reversed reversed(Outcome.Returned returned, Instant now) {
        return new Reversed(returned.code(), returned.message(), now, returned.amount());
    }

    /// Returns any status, as the sandbox may force it. A bank refuses; on a chain, the transaction fails.
    static DisbursementState forced(Status status, Money amount, Instant now) {
        return switch (status) {
            case PENDING -> new Pending(Stage.SUBMITTED);
            case COMPLETED -> new Completed(now);
            case FAILED -> new Failed(failure(amount.asset().kind()), "Forced in the sandbox", now);
            case CANCELLED -> new Cancelled(now);
            case REVERSED -> new Reversed(FailureCode.RETURNED_BY_PAYEE, "Forced in the sandbox", now, amount);
        };
    }

    private static FailureCode failure(Asset.Kind kind) {
        return switch (kind) {
            case FIAT -> FailureCode.BANK_REJECTED;
            case CRYPTO -> FailureCode.TRANSACTION_FAILED;
        };
    }
}
