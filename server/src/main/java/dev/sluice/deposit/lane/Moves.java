package dev.sluice.deposit.lane;

import dev.sluice.activity.Activity;
import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositState;
import dev.sluice.deposit.DepositState.Completed;
import dev.sluice.idempotency.ReferenceClaims;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.AccountKey;
import dev.sluice.ledger.Leg;
import dev.sluice.ledger.LockedAccounts;
import dev.sluice.ledger.TransferKind;
import dev.sluice.money.Money;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Moves of deposits in a batch: the new state, the transfers that follow from it, the event, the reference.
record Moves(LockedAccounts lockedAccounts, PendingWrites writes) {

    /// Brings a deposit into a state.
    Deposit move(Deposit deposit, DepositState next, List<Activity> activities, String event, Instant at) {
        var transfers = Placement.between(deposit, next, deposit.progress().transfers() + 1, at);
        transfers.forEach(lockedAccounts::transfer);
        var after = deposit.moved(next, activities, transfers.size(), at);
        writes.change(deposit, after, event);
        claimOrFreeReference(deposit, after);
        return after;
    }

    /// Leaves a deposit's state as it is, and sends an event about another change.
    void note(Deposit deposit, List<Activity> activities, Instant at) {
        writes.change(deposit, deposit.moved(deposit.state(), activities, 0, at), "updated");
    }

    /// Takes back a reversed credit. The house advances the part that the merchant has spent, and the merchant
    /// owes it.
    void reverse(Deposit deposit, Completed next, List<Activity> activities, Instant at) {
        var legs = new ArrayList<>(Placement.takenBack(deposit, next));
        var output = next.credit().output().asset();
        var missing = Placement.taken(legs, output).minus(lockedAccounts.balance(available(deposit)));
        var after = deposit;
        var added = activities;
        if (missing.isPositive()) {
            legs.addFirst(Placement.advance(missing));
            after = deposit.withOwed(deposit.progress().owed().plus(missing));
            added = Timeline.owed(activities, missing, at);
        }
        book(deposit, after, legs, next, added, at);
    }

    /// Pays off an owed amount, as far as there is money.
    void recover(Deposit deposit, Instant at) {
        var owed = deposit.progress().owed();
        var there = lockedAccounts.balance(available(deposit));
        var paid = there.compareTo(owed) < 0 ? there : owed;
        if (!paid.isPositive()) {
            return;
        }
        var left = owed.minus(paid);
        var activities = deposit.progress().activities();
        book(
                deposit,
                deposit.withOwed(left),
                List.of(Placement.advance(paid).back(TransferKind.RECOVERY)),
                deposit.state(),
                left.isPositive() ? activities : Timeline.recovered(activities, at),
                at);
    }

    private void book(
            Deposit before, Deposit after, List<Leg> legs, DepositState next, List<Activity> activities, Instant at) {
        var transfers = Leg.transfers(
                legs, before.organizationId(), before.id(), before.progress().transfers() + 1, at);
        transfers.forEach(lockedAccounts::transfer);
        writes.change(before, after.moved(next, activities, transfers.size(), at), "updated");
    }

    private static AccountKey available(Deposit deposit) {
        Money output = deposit.requested().priced().output();
        return new AccountKey(deposit.organizationId(), output.asset(), Account.AVAILABLE);
    }

    private void claimOrFreeReference(Deposit before, Deposit after) {
        if (after.reference() == null
                || before.status().freesReference() == after.status().freesReference()) {
            return;
        }
        var claim =
                new ReferenceClaims.Claimed(CreateDecision.name(after.organizationId(), after.reference()), after.id());
        (after.status().freesReference() ? writes.freedReferences : writes.wishedReferences).add(claim);
    }
}
