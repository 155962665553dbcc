package dev.sluice.checkout;

import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.DepositRoom;
import dev.sluice.http.Route;
import dev.sluice.ledger.Ground;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// Wiring of checkout: the endpoint, the pages, the organization's list, and two workers. One releases the references
/// that unused pages claimed; the other backfills the fingerprints of earlier pages' customer names.
public record CheckoutRoom(
        List<Route> routes,
        CheckoutLinks links,
        CheckoutLooks looks,
        CheckoutPreview preview,
        BooleanSupplier sweep,
        BooleanSupplier earlier) {

    /// @param testCustomer simulated customer that pays a deposit, in a sandbox
    public static CheckoutRoom wire(
            Ground ground, DepositRoom deposit, RandomGenerator random, Optional<Consumer<DepositRef>> testCustomer) {
        var store = new CheckoutStore(ground.vault());
        var looks = new CheckoutLooks(ground.database(), ground.references());
        var checkouts = new Checkouts(
                ground.database(),
                store,
                ground.clocks(),
                ground.replays(),
                ground.routing(),
                ground.organizations(),
                deposit.deposits(),
                looks);
        var requests = new CheckoutRequests(
                ground.references(),
                ground.organizations(),
                deposit.offers(),
                looks,
                checkouts,
                ground.clocks(),
                random);
        var routes = new CheckoutRoutes(ground, requests, checkouts, deposit.offers(), looks, testCustomer).routes();
        var links = new CheckoutLinks(ground.database(), store, ground.clocks(), deposit.deposits(), ground.baseUrl());
        var preview = new CheckoutPreview(ground.references(), deposit.offers(), looks, ground.clocks());
        var earlier = new EarlierCheckouts(ground.database(), store);
        return new CheckoutRoom(routes, links, looks, preview, checkouts::sweep, earlier::step);
    }
}
