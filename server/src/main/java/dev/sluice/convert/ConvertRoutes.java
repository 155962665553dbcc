package dev.sluice.convert;

import dev.sluice.auth.Caller;
import dev.sluice.auth.Guard;
import dev.sluice.auth.Scope;
import dev.sluice.http.Answer;
import dev.sluice.http.Envelope;
import dev.sluice.http.Method;
import dev.sluice.http.Page;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.idempotency.Claim;
import dev.sluice.refusal.Refusal;
import java.util.List;

/// The endpoints of conversions.
final class ConvertRoutes {
    private final Guard guard;
    private final Envelope envelope;
    private final ConvertRequests requests;
    private final Terms terms;
    private final Quotes quotes;
    private final Conversions conversions;

    ConvertRoutes(
            Guard guard,
            Envelope envelope,
            ConvertRequests requests,
            Terms terms,
            Quotes quotes,
            Conversions conversions) {
        this.guard = guard;
        this.envelope = envelope;
        this.requests = requests;
        this.terms = terms;
        this.quotes = quotes;
        this.conversions = conversions;
    }

    List<Route> routes() {
        return List.of(
                guard.read(Method.GET, "/v1/convert/estimate", Scope.CONVERT, this::estimate),
                guard.write(Method.POST, "/v1/convert", Scope.CONVERT, this::convert),
                guard.read(Method.GET, "/v1/convert", Scope.READ, this::list),
                guard.read(Method.GET, "/v1/convert/{convertId}", Scope.READ, this::get));
    }

    private Answer estimate(Caller caller, Request request) {
        var requested = requests.estimate(caller, request);
        var quote = quotes.give(caller.organizationId(), terms.figures(requested));
        return envelope.ok(request, "Estimate created", ConversionJson.estimate(quote));
    }

    private Answer convert(Caller caller, Request request, Claim claim) {
        return conversions.convert(requests.convert(
                caller,
                request,
                claim,
                conversion -> envelope.created(request, "Convert created", ConversionJson.created(conversion))));
    }

    private Answer list(Caller caller, Request request) {
        var query = request.query();
        var page = Page.Request.of(query, Page.Sort.CREATED_DESCENDING);
        var filter = ConversionFilter.of(query);
        query.findings().throwIfAny();
        var matches = conversions.list(caller.organizationId(), filter, page);
        return envelope.ok(request, "Converts retrieved", matches.json(ConversionJson::whole));
    }

    private Answer get(Caller caller, Request request) {
        var id = request.id("convertId", Refusal.CONVERT_NOT_FOUND);
        return conversions
                .find(caller.organizationId(), id)
                .map(found -> envelope.ok(request, "Convert retrieved", ConversionJson.whole(found)))
                .orElseThrow(Refusal.CONVERT_NOT_FOUND::refused);
    }
}
