package dev.sluice.checkout;

import dev.sluice.deposit.DepositModule;
import dev.sluice.deposit.DepositRef;
import dev.sluice.http.Route;
import dev.sluice.ledger.CoreServices;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// Wiring of checkout: the endpoint, the pages, the organization's list, and the worker that releases the references
/// of unused pages.
public record CheckoutModule(
        List<Route> routes,
        CheckoutLinks links,
        CheckoutDesigns designs,
        CheckoutPreview preview,
        BooleanSupplier deleteExpired) {

    /// @param testCustomer simulated customer that pays a deposit, in a sandbox
    public static CheckoutModule wire(
            CoreServices core,
            DepositModule deposit,
            RandomGenerator random,
            Optional<Consumer<DepositRef>> testCustomer) {
        var store = new CheckoutStore(core.vault());
        var designs = new CheckoutDesigns(core.database(), core.references());
        var checkouts = new Checkouts(
                core.database(),
                store,
                core.clocks(),
                core.idempotency(),
                core.directory(),
                core.organizations(),
                deposit.deposits(),
                designs);
        var requests = new CheckoutRequests(
                core.references(), core.organizations(), deposit.options(), designs, checkouts, core.clocks(), random);
        var routes = new CheckoutRoutes(core, requests, checkouts, deposit.options(), designs, testCustomer).routes();
        var links = new CheckoutLinks(core.database(), store, core.clocks(), deposit.deposits(), core.baseUrl());
        var preview = new CheckoutPreview(core.references(), deposit.options(), designs, core.clocks());
        return new CheckoutModule(routes, links, designs, preview, checkouts::deleteExpired);
    }
}
