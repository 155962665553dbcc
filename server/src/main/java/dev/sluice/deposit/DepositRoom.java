package dev.sluice.deposit;

import dev.sluice.http.Route;
import dev.sluice.ledger.Audit;
import dev.sluice.ledger.Ground;
import dev.sluice.rail.PayinRails;
import dev.sluice.rail.Receipts;
import dev.sluice.reference.DepositMethod;
import dev.sluice.reference.ExchangeRates;
import java.util.List;
import java.util.random.RandomGenerator;

/// The room, wired: the deposits, their endpoints and their worker.
public record DepositRoom(Deposits deposits, List<Route> routes, DepositWorker worker) {

    public static DepositRoom wire(Ground ground, PayinRails rails, Receipts receipts, RandomGenerator random) {
        var rates = new ExchangeRates(ground.references());
        var deposits = new Deposits(
                ground.database(),
                new BatchRun.Parts(
                        new DepositStore(ground.vault()),
                        ground.ledger(),
                        ground.replays(),
                        ground.clocks(),
                        ground.events(),
                        ground.routing(),
                        rates));
        var requests = new DepositRequests(
                ground.references(), rates, ground.organizations(), new Ways(ground.references(), rails, random));
        var routes = new DepositRoutes(
                        ground.guard(), ground.envelope(), deposits, requests, ground.organizations(), ground.sandbox())
                .routes();
        var worker = new DepositWorker(ground.database(), deposits, receipts, ground.routing(), ground.clocks());
        return new DepositRoom(deposits, routes, worker);
    }

    /// Whether payers can pay by a method.
    public static boolean serves(PayinRails rails, DepositMethod method) {
        return Ways.serves(rails, method);
    }

    /// What the deposits of a database should have moved in its books.
    public static Audit.Payments expected() {
        return Audit.walk(ExpectedStore::after);
    }

    /// The same of payments that are no deposit's.
    public static Audit.Payments underReview() {
        return Audit.walk(PaymentStore::underReviewAfter);
    }
}
