package dev.sluice.http;

import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.util.Map;
import java.util.TreeMap;

/// The routes, asked from inside: a page gets what a merchant's program would get, by the same path and under the same
/// rules, only that who asks is known already.
public final class Inward {
    private final Routes routes;
    private final Dispatcher dispatcher;

    public Inward(Routes routes, Envelope envelope) {
        this.routes = routes;
        this.dispatcher = new Dispatcher(routes, envelope, new CompositeMeterRegistry());
    }

    /// Whether there is something to look at under a path.
    public boolean isPage(String path) {
        return routes.match(path)
                .filter(found -> found.byMethod().containsKey(Method.GET))
                .isPresent();
    }

    /// Asks, as somebody.
    ///
    /// @param outer the request of the page, whose id and address go on
    /// @param target path and query, encoded
    public Answer ask(
            Principal who, Request outer, Method method, String target, byte[] body, Map<String, String> headers) {
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
                who,
                false);
        return dispatcher.dispatch(request, true);
    }
}
