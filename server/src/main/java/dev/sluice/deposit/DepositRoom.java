package dev.sluice.deposit;

import dev.sluice.convert.Quotes;
import dev.sluice.db.Tx;
import dev.sluice.disbursement.Disbursements;
import dev.sluice.http.Route;
import dev.sluice.ledger.Audit;
import dev.sluice.ledger.Ground;
import dev.sluice.notice.Notices;
import dev.sluice.rail.PayinRails;
import dev.sluice.rail.Rails;
import dev.sluice.rail.Receipts;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.reference.DepositMethod;
import dev.sluice.screening.Screenings;
import dev.sluice.vault.Vault;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jdbi.v3.core.Handle;

/// The room, wired: the deposits, those that are prepared at length, their endpoints and their worker.
public record DepositRoom(
        Deposits deposits,
        Offers offers,
        DepositOrders orders,
        List<Route> routes,
        DepositWorker worker,
        Exceptions exceptions) {

    /// Dependencies of incoming payments: the rails, their reports, the notices and the alarm for operators about
    /// unmatched or altered payments, and the screening of payers.
    public record Payins(
            PayinRails rails, Receipts receipts, Notices notices, TamperAlarm alarm, Screenings screenings) {}

    /// @param disbursements payouts that return money
    public static DepositRoom wire(
            Ground ground,
            Payins payins,
            Rails rails,
            Disbursements disbursements,
            Quotes quotes,
            RandomGenerator random) {
        var rates = ground.rates();
        var parts = new BatchRun.Parts(
                new DepositStore(ground.vault()),
                ground.ledger(),
                ground.replays(),
                ground.clocks(),
                ground.events(),
                ground.routing(),
                rates,
                quotes,
                payins.notices(),
                new Ranges(),
                payins.alarm());
        var ways = new Ways(ground.references(), payins.rails(), random);
        var offers = new Offers(ground.references(), ground.organizations(), rates, ways);
        var deposits = new Deposits(ground.database(), parts, offers);
        var currencies = new CurrencyFields(ground.references(), ground.organizations());
        var rateFields = new RateFields(rates, quotes);
        var refunds = new Refunds(parts, disbursements, ground.references(), rails);
        var requests = new DepositRequests(ground.references(), rateFields, currencies, ways);
        var cryptoRequests =
                new CryptoDepositRequests(ground.references(), currencies, rateFields, ways, ground.clocks());
        var orders = new DepositOrders(requests, cryptoRequests, deposits, ground.organizations(), ground.replays());
        var routes = new DepositRoutes(
                        ground.guard(),
                        ground.envelope(),
                        deposits,
                        requests,
                        cryptoRequests,
                        refunds,
                        new RefundSteps(ground.database(), disbursements),
                        ground.organizations(),
                        ground.sandbox())
                .routes();
        var payers = new ScreenedPayers(payins.screenings(), payins.receipts());
        var worker = new DepositWorker(
                ground.database(),
                deposits,
                payins.receipts(),
                payers,
                ground.routing(),
                ground.clocks(),
                payins.alarm());
        var exceptions = new Exceptions(
                ground.database(),
                parts,
                deposits,
                new Returns(parts, refunds, disbursements),
                disbursements,
                payins.receipts(),
                payers);
        return new DepositRoom(deposits, offers, orders, routes, worker, exceptions);
    }

    /// Reports whether payers can pay by a method now: a rail that serves it is not stopped.
    public static boolean isOpen(PayinRails rails, DepositMethod method) {
        return Ways.isOpen(rails, method);
    }

    /// Reports whether a configured rail serves a method, be it stopped or not.
    public static boolean serves(PayinRails rails, DepositMethod method) {
        return Ways.serves(rails, method);
    }

    /// Makes the MACs of deposits that a version without any has made.
    public static void adopt(Tx tx, Vault vault) {
        new MacStore(vault).adopt(tx);
    }

    /// Makes the MACs of payments that a version without any has taken notice of.
    public static void adoptPayments(Tx tx, Vault vault) {
        new MacStore(vault).adoptPayments(tx);
    }

    /// Reports each deposit and each payment with a row that does not match its MAC.
    public static void prove(Handle snapshot, Vault vault, Consumer<String> fault) {
        var store = new MacStore(vault);
        store.prove(snapshot, fault);
        store.proveFormer(snapshot, fault);
        store.provePayments(snapshot, fault);
    }

    /// Returns the amounts that the deposits of a database should have moved in its books.
    public static Audit.Payments expected() {
        return Audit.walk(ExpectedStore.SELECT_AFTER, ExpectedStore::moved);
    }

    /// Returns the amounts that payments without a deposit should have moved.
    public static Audit.Payments underReview() {
        return Audit.walk(PaymentStore.UNDER_REVIEW_AFTER, PaymentStore::movedUnderReview);
    }
}
