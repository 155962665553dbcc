package dev.sluice.convert;

import dev.sluice.http.Route;
import dev.sluice.ledger.CoreServices;
import dev.sluice.ledger.LedgerVerifier;
import java.util.List;
import java.util.function.BooleanSupplier;

/// Wiring of conversions: the quotes, the conversions, the endpoints, and the worker that deletes unused quotes.
public record ConvertModule(Quotes quotes, Conversions conversions, List<Route> routes, BooleanSupplier deleteExpired) {

    public static ConvertModule wire(CoreServices core) {
        var terms = new Terms(core.references(), core.organizations(), core.rates());
        var quotes = new Quotes(core.database(), core.clocks());
        var conversions = new Conversions(
                core.database(),
                new BatchRun.Parts(core.clocks(), core.idempotency(), core.ledger(), core.events(), terms, quotes));
        var requests = new ConvertRequests(core.references(), terms);
        var routes = new ConvertRoutes(core.guard(), core.envelope(), requests, terms, quotes, conversions);
        return new ConvertModule(quotes, conversions, routes.routes(), quotes::deleteExpired);
    }

    /// Returns the expected ledger movements of all conversions.
    public static LedgerVerifier.Payments expected() {
        return LedgerVerifier.walk(ConversionStore.SELECT_AFTER, ConversionStore::moved);
    }
}
