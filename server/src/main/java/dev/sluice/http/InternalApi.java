package dev.sluice.http;

import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.util.Map;
import java.util.TreeMap;

/// In-process API calls: a dashboard page calls the same route as a merchant's client, under the same rules, but with
/// an already authenticated caller.
public final class InternalApi {
    private final Routes routes;
    private final Dispatcher dispatcher;

    public InternalApi(Routes routes, Envelope envelope) {
        this.routes = routes;
        this.dispatcher = new Dispatcher(routes, envelope, new CompositeMeterRegistry());
    }

    /// Returns true if a GET route matches the path.
    public boolean isPage(String path) {
        return routes.match(path)
                .filter(match -> match.byMethod().containsKey(Method.GET))
                .isPresent();
    }

    /// Calls the API on behalf of a user.
    ///
    /// @param outer request of the page; its id and client address are passed on
    /// @param target path and query, encoded
    public Answer call(
            Principal principal,
            Request outer,
            Method method,
            String target,
            byte[] body,
            Map<String, String> headers) {
        var byName = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        byName.putAll(headers);
        int mark = target.indexOf('?');
        var request = new Request(
                outer.id(),
                method,
                mark < 0 ? target : target.substring(0, mark),
                mark < 0 ? "" : target.substring(mark + 1),
                body,
                outer.remoteAddress(),
                Map.of(),
                byName::get,
                principal,
                false);
        return dispatcher.dispatch(request, true);
    }
}
