package dev.sluice.convert;

import dev.sluice.http.Route;
import dev.sluice.ledger.Audit;
import dev.sluice.ledger.Ground;
import java.util.List;
import java.util.function.BooleanSupplier;

/// Wiring of conversions: the quotes, the conversions, the endpoints, and the worker that deletes unused quotes.
public record ConvertRoom(Quotes quotes, Conversions conversions, List<Route> routes, BooleanSupplier sweep) {

    public static ConvertRoom wire(Ground ground) {
        var terms = new Terms(ground.references(), ground.organizations(), ground.rates());
        var quotes = new Quotes(ground.database(), ground.clocks());
        var conversions = new Conversions(
                ground.database(),
                new BatchRun.Parts(ground.clocks(), ground.replays(), ground.ledger(), ground.events(), terms, quotes));
        var requests = new ConvertRequests(ground.references(), terms);
        var routes = new ConvertRoutes(ground.guard(), ground.envelope(), requests, terms, quotes, conversions);
        return new ConvertRoom(quotes, conversions, routes.routes(), quotes::sweep);
    }

    /// Returns the expected ledger movements of all conversions.
    public static Audit.Payments expected() {
        return Audit.walk(ConversionStore.SELECT_AFTER, ConversionStore::moved);
    }
}
