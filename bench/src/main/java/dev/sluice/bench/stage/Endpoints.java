package dev.sluice.bench.stage;

import dev.sluice.bench.load.Plan;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Webhook endpoints at the generator: for all types of events, one per merchant, each at its own port. Closing
/// deletes them.
public final class Endpoints implements AutoCloseable {
    private static final String PATH = "/v1/webhook/endpoint";
    private static final Duration LONG_AGO = Duration.ofDays(1);

    private final Api api;
    private final List<Created> created = new ArrayList<>();

    private record Created(Plan.Merchant merchant, String id) {}

    Endpoints(Api api) {
        this.api = api;
    }

    void add(Plan.Merchant merchant, int port) throws IOException, InterruptedException {
        var id = api.call(merchant, "POST", PATH, "{\"url\":\"http://127.0.0.1:" + port + "/hooks\",\"types\":[\"*\"]}")
                .path("id")
                .stringValue();
        created.add(new Created(merchant, id));
    }

    /// Redelivers all past events to all endpoints.
    public void catchUp() throws IOException, InterruptedException {
        for (var each : created) {
            var since = "{\"since\":\"" + Instant.now().minus(LONG_AGO) + "\"}";
            api.call(each.merchant(), "POST", PATH + "/" + each.id() + "/redeliver", since);
        }
    }

    @Override
    public void close() throws IOException {
        try (api) {
            for (var each : created) {
                api.call(each.merchant(), "DELETE", PATH + "/" + each.id(), "");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted before all endpoints were deleted", interrupted);
        }
    }
}
