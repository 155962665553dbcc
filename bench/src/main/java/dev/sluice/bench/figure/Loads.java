package dev.sluice.bench.figure;

import dev.sluice.bench.load.Plan;
import dev.sluice.bench.stage.ServiceUnderTest;
import java.io.IOException;
import java.util.List;

/// Load levels.
final class Loads {
    /// Connections with one payout per request, each waiting for its answer.
    static final int CONNECTIONS = 64;
    /// Connections with a hundred payouts per request.
    static final int BATCH_CONNECTIONS = 16;
    /// Payouts in such a request.
    static final int BATCH = 100;

    private Loads() {}

    /// Returns the load of figure 1: one organization, one payout per request.
    static Plan hot(ServiceUnderTest service) throws IOException {
        return service.paying(List.of(service.hot()), CONNECTIONS, 1);
    }

    /// Returns the load of a hundred organizations in turn.
    static Plan many(ServiceUnderTest service) throws IOException, InterruptedException {
        return service.paying(service.many(), CONNECTIONS, 1);
    }

    /// Returns the load of one organization with a hundred payouts per request.
    static Plan batches(ServiceUnderTest service) throws IOException {
        return service.paying(List.of(service.hot()), BATCH_CONNECTIONS, BATCH);
    }
}
