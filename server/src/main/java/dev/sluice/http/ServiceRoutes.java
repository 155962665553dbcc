package dev.sluice.http;

import dev.sluice.refusal.Refusal;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/// Routes of the service itself: health, metrics, the API contract and its reference page. They need no credentials.
public final class ServiceRoutes {
    private static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";

    private static final String HEALTH = "/health/";
    private static final String METRICS = "/metrics";

    private ServiceRoutes() {}

    /// Returns true for the paths that monitoring polls.
    public static boolean isWatching(String path) {
        return path.startsWith(HEALTH) || path.equals(METRICS);
    }

    /// Returns all service routes.
    ///
    /// @param ready true once the database is reachable, its migrations are done and the sandbox credentials are
    ///     written
    public static List<Route> routes(Envelope envelope, BooleanSupplier ready, PrometheusMeterRegistry meters) {
        var routes = new ArrayList<Route>();
        routes.add(get(HEALTH + "live", request -> envelope.ok(request, "Live", up())));
        routes.add(get(HEALTH + "ready", request -> {
            if (!ready.getAsBoolean()) {
                throw Refusal.UNAVAILABLE.refused();
            }
            return envelope.ok(request, "Ready", up());
        }));
        routes.add(get(METRICS, _ -> new Answer(200, PROMETHEUS_TEXT, utf8(meters.scrape()))));
        routes.addAll(DocsRoutes.routes());
        return List.copyOf(routes);
    }

    static Route get(String template, Handler handler) {
        return new Route(Method.GET, template, handler);
    }

    private static JsonObject up() {
        return new JsonObject().put("status", "up");
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
