package dev.sluice.reconcile;

import dev.sluice.ledger.Account;
import dev.sluice.ledger.ClearingTotals;
import dev.sluice.ledger.ClearingTotals.Payment;
import dev.sluice.ledger.ClearingTotals.Posted;
import dev.sluice.rail.iso20022.payout.BookedPayouts;
import dev.sluice.rail.iso20022.payout.BookedPayouts.Payout;
import dev.sluice.rail.iso20022.payout.BookedPayouts.State;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;

/// Payouts of an account as the ledger and the bank have them.
final class PayoutPositions {
    private PayoutPositions() {}

    /// A payout with its amounts, which are signed as they change the account.
    ///
    /// @param posted what the ledger has posted
    /// @param postedBefore what it had posted at the end of the day
    /// @param booked what the bank has booked
    record Position(Payout payout, BigInteger posted, BigInteger postedBefore, BigInteger booked) {
        boolean differs() {
            return !posted.equals(booked);
        }

        /// Returns true if the ledger is ahead of the bank, false if the bank is ahead.
        boolean isPostedFirst() {
            return payout.state() == State.RETURNED
                    ? posted.equals(payout.cameBack().subtract(payout.amount().units()))
                    : booked.signum() == 0;
        }
    }

    static List<Position> of(Handle handle, String rail, String asset, BookedPayouts.Search search, Instant until) {
        var payouts = BookedPayouts.find(handle, search);
        var posted = ClearingTotals.posted(
                handle,
                Account.clearing(rail),
                asset,
                payouts.stream().map(PayoutPositions::payment).toList(),
                until);
        return payouts.stream()
                .map(each -> position(each, posted.getOrDefault(payment(each), Posted.NOTHING)))
                .toList();
    }

    private static Payment payment(Payout payout) {
        return new Payment(payout.ref().organizationId(), payout.ref().payoutId());
    }

    /// The ledger credits its clearing account for money that leaves the bank.
    private static Position position(Payout payout, Posted posted) {
        return new Position(
                payout, posted.now().negate(), posted.before().negate(), payout.booked());
    }
}
