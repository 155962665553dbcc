package dev.sluice.disbursement;

import dev.sluice.clock.Clocks;
import dev.sluice.disbursement.DisbursementState.Completed;
import dev.sluice.disbursement.DisbursementState.Reversed;
import dev.sluice.disbursement.DisbursementState.Stage;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.OnChain;
import dev.sluice.rail.PayoutRef;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One payout to a bank account or a wallet: the order, the payee, the state, and the sequence numbers of its
/// transfers and events.
public record Disbursement(
        UUID organizationId,
        UUID id,
        UUID groupId,
        Money amount,
        Money fee,
        BigDecimal feePercentage,
        PayeeDocument payee,
        @Nullable String reference,
        @Nullable String note,
        Actor actor,
        Money balanceBefore,
        Money balanceAfter,
        Progress progress) {

    /// The client or person that asked for the payout.
    public record Actor(UUID id, String name) {}

    /// Part of a payout that changes over its lifetime. `detached` is set once its status was forced: later
    /// reports of the rail do not count.
    ///
    /// @param held true if the row of a pending payout is not the one that the service wrote, so that its payee
    ///     and amount may be forged; set only if a payout is read for display
    public record Progress(
            DisbursementState state,
            History history,
            String rail,
            @Nullable String railReference,
            @Nullable OnChain onChain,
            @Nullable Instant completedAt,
            boolean detached,
            int transfers,
            int events,
            Instant updatedAt,
            boolean held) {
        public Progress(
                DisbursementState state,
                History history,
                String rail,
                @Nullable String railReference,
                @Nullable OnChain onChain,
                @Nullable Instant completedAt,
                boolean detached,
                int transfers,
                int events,
                Instant updatedAt) {
            this(
                    state,
                    history,
                    rail,
                    railReference,
                    onChain,
                    completedAt,
                    detached,
                    transfers,
                    events,
                    updatedAt,
                    false);
        }

        private Progress withHeld() {
            return new Progress(
                    state,
                    history,
                    rail,
                    railReference,
                    onChain,
                    completedAt,
                    detached,
                    transfers,
                    events,
                    updatedAt,
                    true);
        }
    }

    public DisbursementState state() {
        return progress.state();
    }

    public Status status() {
        return progress.state().status();
    }

    /// Returns true if the organization has the whole amount again.
    public boolean isBack() {
        return switch (progress.state()) {
            case DisbursementState.Failed _, DisbursementState.Cancelled _ -> true;
            case Reversed reversed -> reversed.returned().equals(amount);
            case DisbursementState.Pending _, Completed _ -> false;
        };
    }

    public Instant createdAt() {
        return Clocks.timeOf(id);
    }

    public PayoutRef ref() {
        return new PayoutRef(organizationId, id);
    }

    public boolean isHeld() {
        return progress.held();
    }

    Disbursement withHeld() {
        return with(progress.withHeld());
    }

    public boolean isCrypto() {
        return amount.asset().kind() == Asset.Kind.CRYPTO;
    }

    /// Returns the wallet of the payee, if it is paid to one.
    public @Nullable String receiver() {
        return isCrypto() ? payee.wallet().wallet().address() : null;
    }

    /// Returns the payee whose bank account is paid, if it is paid to one.
    public @Nullable UUID recipientId() {
        return isCrypto() ? null : payee.parts().recipientId();
    }

    static History newHistory(Asset.Kind kind, Instant at) {
        return kind == Asset.Kind.CRYPTO ? ChainHistory.ofNew(at) : History.ofNew(at);
    }

    /// The history of a new payout.
    public static History newHistory(Asset.Kind kind, Stage stage, Instant at) {
        var steps = newHistory(kind, at);
        return switch (stage) {
            case NEEDS_APPROVAL -> steps.awaitingApproval(at);
            case SCREENING -> steps.awaitingScreening(kind, at);
            case QUEUED, SUBMITTED, UNKNOWN -> steps;
        };
    }

    /// The history once a state was reached by the ordinary way.
    public History reached(DisbursementState next, Instant at) {
        return reached(progress.history(), next, at);
    }

    /// Returns the history of a state that was forced in the sandbox: the steps are as if the payout had reached
    /// the state in the ordinary way, and a line says that it was forced.
    public History forced(DisbursementState next, Instant at) {
        var steps = newHistory(amount.asset().kind(), at);
        return reached(progress.history().startedAnew(steps), next, at)
                .forced(progress.history(), next, at)
                .unreviewed(at);
    }

    public History reached(History history, DisbursementState next, Instant at) {
        var reached = isCrypto() ? ChainHistory.reached(history, next, at) : history.reached(next, at);
        return next instanceof Reversed reversed ? reached.returned(reversed, amount, at) : reached;
    }

    /// Returns the amount to hold: the amount and the fee on top.
    public Money total() {
        return amount.plus(fee);
    }

    Instruction instruction() {
        return new Instruction(
                ref(),
                amount,
                isCrypto() ? payee.wallet().wallet() : payee.parts().account(),
                note,
                isCrypto() ? null : payee.parts().address());
    }

    Disbursement with(Progress next) {
        return new Disbursement(
                organizationId,
                id,
                groupId,
                amount,
                fee,
                feePercentage,
                payee,
                reference,
                note,
                actor,
                balanceBefore,
                balanceAfter,
                next);
    }

    public Disbursement withBalance(Money before, Money after) {
        return new Disbursement(
                organizationId,
                id,
                groupId,
                amount,
                fee,
                feePercentage,
                payee,
                reference,
                note,
                actor,
                before,
                after,
                progress);
    }

    /// Returns the payout in a new state, with one more event to send and the given number of transfers booked.
    ///
    /// @param railReference the rail's from now on
    public Disbursement moved(
            DisbursementState state,
            History history,
            @Nullable String railReference,
            @Nullable OnChain onChain,
            int booked,
            Instant at) {
        return with(new Progress(
                state,
                history,
                progress.rail(),
                railReference,
                onChain == null ? progress.onChain() : onChain,
                completedAt(state),
                progress.detached(),
                progress.transfers() + booked,
                progress.events() + 1,
                at));
    }

    public Disbursement withDetached() {
        return with(new Progress(
                progress.state(),
                progress.history(),
                progress.rail(),
                progress.railReference(),
                progress.onChain(),
                progress.completedAt(),
                true,
                progress.transfers(),
                progress.events(),
                progress.updatedAt()));
    }

    private @Nullable Instant completedAt(DisbursementState next) {
        return switch (next) {
            case Completed(var at) -> at;
            case Reversed reversed -> progress.completedAt() == null ? reversed.at() : progress.completedAt();
            case DisbursementState.Pending _, DisbursementState.Failed _, DisbursementState.Cancelled _ -> null;
        };
    }
}
