package dev.sluice.deposit;

import dev.sluice.convert.Quotes;
import dev.sluice.deposit.create.CryptoDepositRequests;
import dev.sluice.deposit.create.CurrencyFields;
import dev.sluice.deposit.create.DepositPreparation;
import dev.sluice.deposit.create.DepositRequests;
import dev.sluice.deposit.create.PaymentInstructions;
import dev.sluice.deposit.create.PaymentOptions;
import dev.sluice.deposit.create.Ranges;
import dev.sluice.deposit.create.RateFields;
import dev.sluice.deposit.lane.BatchRun;
import dev.sluice.deposit.refund.RefundSteps;
import dev.sluice.deposit.refund.Refunds;
import dev.sluice.deposit.refund.Returns;
import dev.sluice.deposit.review.PaymentReviews;
import dev.sluice.deposit.review.ScreenedPayers;
import dev.sluice.disbursement.Disbursements;
import dev.sluice.http.Route;
import dev.sluice.ledger.CoreServices;
import dev.sluice.ledger.LedgerVerifier;
import dev.sluice.notification.Notifications;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.PayinRails;
import dev.sluice.rail.Rails;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.reference.DepositMethod;
import dev.sluice.screening.Screenings;
import dev.sluice.vault.Vault;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jdbi.v3.core.Handle;

/// The room, wired: the deposits, those that are prepared at length, their endpoints and their worker.
public record DepositModule(
        Deposits deposits,
        PaymentOptions options,
        DepositPreparation depositPreparation,
        List<Route> routes,
        DepositWorker worker,
        PaymentReviews paymentReviews) {

    /// Dependencies of incoming payments: the rails, their reports, the notices and the alarm for operators about
    /// unmatched or altered payments, and the screening of payers.
    public record Payins(
            PayinRails rails,
            IncomingPayments incomingPayments,
            Notifications notifications,
            TamperAlarm alarm,
            Screenings screenings) {}

    /// @param disbursements payouts that return money
    public static DepositModule wire(
            CoreServices core,
            Payins payins,
            Rails rails,
            Disbursements disbursements,
            Quotes quotes,
            RandomGenerator random) {
        var rates = core.rates();
        var parts = new BatchRun.Parts(
                new DepositStore(core.vault()),
                core.ledger(),
                core.idempotency(),
                core.clocks(),
                core.events(),
                core.directory(),
                rates,
                quotes,
                payins.notifications(),
                new Ranges(),
                payins.alarm());
        var instructions = new PaymentInstructions(core.references(), payins.rails(), random);
        var options = new PaymentOptions(core.references(), core.organizations(), rates, instructions);
        var deposits = new Deposits(core.database(), parts, options);
        var currencies = new CurrencyFields(core.references(), core.organizations());
        var rateFields = new RateFields(rates, quotes);
        var refunds = new Refunds(parts, disbursements, core.references(), rails);
        var requests = new DepositRequests(core.references(), rateFields, currencies, instructions);
        var cryptoRequests =
                new CryptoDepositRequests(core.references(), currencies, rateFields, instructions, core.clocks());
        var preparation =
                new DepositPreparation(requests, cryptoRequests, deposits, core.organizations(), core.idempotency());
        var routes = new DepositRoutes(
                        core.guard(),
                        core.envelope(),
                        deposits,
                        requests,
                        cryptoRequests,
                        refunds,
                        new RefundSteps(core.database(), disbursements),
                        core.organizations(),
                        core.sandbox())
                .routes();
        var payers = new ScreenedPayers(payins.screenings(), payins.incomingPayments());
        var worker = new DepositWorker(
                core.database(),
                deposits,
                payins.incomingPayments(),
                payers,
                core.directory(),
                core.clocks(),
                payins.alarm());
        var reviews = new PaymentReviews(
                core.database(),
                parts,
                deposits,
                new Returns(parts, refunds, disbursements),
                disbursements,
                payins.incomingPayments(),
                payers);
        return new DepositModule(deposits, options, preparation, routes, worker, reviews);
    }

    /// Reports whether payers can pay by a method now: a rail that serves it is not stopped.
    public static boolean isOpen(PayinRails rails, DepositMethod method) {
        return PaymentInstructions.isOpen(rails, method);
    }

    /// Reports whether a configured rail serves a method, be it stopped or not.
    public static boolean serves(PayinRails rails, DepositMethod method) {
        return PaymentInstructions.serves(rails, method);
    }

    /// Reports each deposit and each payment with a row that does not match its MAC.
    public static void prove(Handle snapshot, Vault vault, Consumer<String> fault) {
        var store = new DepositMacStore(vault);
        store.prove(snapshot, fault);
        store.proveFormer(snapshot, fault);
        store.provePayments(snapshot, fault);
    }

    /// Returns the amounts that the deposits of a database should have moved in its books.
    public static LedgerVerifier.Payments expected() {
        return LedgerVerifier.walk(ExpectedStore.SELECT_AFTER, ExpectedStore::moved);
    }

    /// Returns the amounts that payments without a deposit should have moved.
    public static LedgerVerifier.Payments underReview() {
        return LedgerVerifier.walk(DepositPaymentStore.UNDER_REVIEW_AFTER, DepositPaymentStore::movedUnderReview);
    }
}
