package dev.sluice.disbursement;

import dev.sluice.clock.Clocks;
import dev.sluice.disbursement.DisbursementState.Completed;
import dev.sluice.disbursement.DisbursementState.Reversed;
import dev.sluice.money.Money;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.PayoutRef;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One payout to a bank account: what was asked for, who is paid, where it stands, and how far its numbering of
/// transfers and events has come.
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

    /// Who asked for it.
    public record Actor(UUID id, String name) {}

    /// What changes as a payout goes its way. `detached` is set once its status was forced: the rail's word no longer
    /// counts.
    public record Progress(
            DisbursementState state,
            History history,
            String rail,
            @Nullable String railReference,
            @Nullable Instant completedAt,
            boolean detached,
            int transfers,
            int events,
            Instant updatedAt) {}

    public DisbursementState state() {
        return progress.state();
    }

    public Status status() {
        return progress.state().status();
    }

    public Instant createdAt() {
        return Clocks.timeOf(id);
    }

    public PayoutRef ref() {
        return new PayoutRef(organizationId, id);
    }

    /// What is held for it: the amount and the fee on top.
    public Money total() {
        return amount.plus(fee);
    }

    Instruction instruction() {
        return new Instruction(ref(), amount, payee.parts().account(), note);
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

    Disbursement withBalance(Money before, Money after) {
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

    /// The payout in a new state, with one more event to tell and so many transfers booked.
    public Disbursement moved(
            DisbursementState state, History history, @Nullable String railReference, int booked, Instant at) {
        return with(new Progress(
                state,
                history,
                progress.rail(),
                railReference == null ? progress.railReference() : railReference,
                completedAt(state),
                progress.detached(),
                progress.transfers() + booked,
                progress.events() + 1,
                at));
    }

    Disbursement withDetached() {
        return with(new Progress(
                progress.state(),
                progress.history(),
                progress.rail(),
                progress.railReference(),
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
