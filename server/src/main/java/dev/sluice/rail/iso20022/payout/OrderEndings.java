package dev.sluice.rail.iso20022.payout;

import dev.sluice.db.Tx;
import dev.sluice.money.Money;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutStatusReport;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Ends orders, and reports each end to the payouts' owner in the same transaction.
final class OrderEndings {
    private final PayoutStatusReports reports;

    OrderEndings(PayoutStatusReports reports) {
        this.reports = reports;
    }

    void settle(Tx tx, BankProfile profile, BankOrder order, String bankReference, Instant at) {
        end(
                tx,
                profile,
                order,
                BankOrder.State.SETTLED,
                new BankOrder.Ending(at, bankReference, null, null),
                new Outcome.Settled(bankReference, at, null, order.amount()));
    }

    void reject(Tx tx, BankProfile profile, BankOrder order, FailureCode code, String message, Instant at) {
        end(
                tx,
                profile,
                order,
                BankOrder.State.REJECTED,
                new BankOrder.Ending(at, null, code, message),
                new Outcome.Rejected(code, message));
    }

    /// Ends an order that the bank stopped before it was paid.
    void cancel(Tx tx, BankProfile profile, BankOrder order, Instant at) {
        end(
                tx,
                profile,
                order,
                BankOrder.State.CANCELLED,
                new BankOrder.Ending(at, null, null, null),
                new Outcome.Stopped());
    }

    /// Ends an order whose money came back. A further part of the money raises the amount; the first reason stays.
    ///
    /// @param total all that has come back by now
    BankOrder bringBack(
            Tx tx, BankProfile profile, BankOrder order, FailureCode code, String message, Instant at, Money total) {
        var first = order.state() == BankOrder.State.RETURNED ? order.ending() : null;
        var ending = first == null
                ? new BankOrder.Ending(at, reference(order), code, message, total)
                : new BankOrder.Ending(first.at(), first.bankReference(), first.code(), first.message(), total);
        OrderStore.end(tx, List.of(new OrderStore.Ended(order.payout(), BankOrder.State.RETURNED, ending)));
        var outcome = new Outcome.Returned(code, message, at, total);
        report(tx, profile, order, "returned/" + total.units(), outcome, at);
        return order.returned(ending);
    }

    private static @Nullable String reference(BankOrder order) {
        return order.ending() == null ? order.endToEndId() : order.ending().bankReference();
    }

    /// Reports a status that contradicts the end of an order. The payout's status stays; the owner records the
    /// contradiction.
    void contradicted(Tx tx, BankProfile profile, BankOrder order, String code, @Nullable String reason, Instant now) {
        if (order.state() == BankOrder.State.SETTLED && code.equals("RJCT")) {
            report(
                    tx,
                    profile,
                    order,
                    "rejected",
                    new Outcome.Rejected(ReasonCodes.failure(reason), "The bank rejected it after it had booked it"),
                    now);
        }
    }

    /// Reports that the bank paid an order that had ended otherwise.
    void paidAfterEnd(Tx tx, BankProfile profile, BankOrder order, String bankReference, Instant at) {
        report(tx, profile, order, "settled", new Outcome.Settled(bankReference, at, null, order.amount()), at);
    }

    private void end(
            Tx tx,
            BankProfile profile,
            BankOrder order,
            BankOrder.State state,
            BankOrder.Ending ending,
            Outcome outcome) {
        OrderStore.end(tx, List.of(new OrderStore.Ended(order.payout(), state, ending)));
        report(tx, profile, order, state.stored(), outcome, ending.at());
    }

    private void report(Tx tx, BankProfile profile, BankOrder order, String kind, Outcome outcome, Instant at) {
        reports.add(
                tx,
                List.of(new PayoutStatusReport(
                        profile.rail(), order.endToEndId() + "/" + kind, order.payout(), outcome, at)));
    }
}
