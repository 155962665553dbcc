package dev.sluice.reconcile;

import dev.sluice.money.Money;

/// Terms of the identity of a closed day, to the smallest unit: the closing balance is the anchor minus the clearing
/// balance minus the money in transit plus the open entries.
///
/// @param anchor first opening balance plus the clearing balance at that moment
/// @param clearing balance of the clearing account over all organizations and the platform, credits minus debits
/// @param inTransit posted in the ledger and not booked by the bank; credits are positive
/// @param openEntries booked by the bank and not posted in the ledger; credits are positive
/// @param closing closing balance of the statement
public record Terms(Money anchor, Money clearing, Money inTransit, Money openEntries, Money closing) {
    /// Returns the closing balance that ledger, orders and entries give.
    public Money expected() {
        return anchor.minus(clearing).minus(inTransit).plus(openEntries);
    }

    public Money difference() {
        return closing.minus(expected());
    }
}
