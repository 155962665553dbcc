package dev.sluice.bench.figure;

import dev.sluice.bench.load.Plan;
import dev.sluice.bench.stage.Scene;
import java.io.IOException;
import java.util.List;

/// How hard the service is pressed.
final class Loads {
    /// Connections that each wait for the answer to one payout.
    static final int CONNECTIONS = 64;
    /// Connections whose requests have a hundred payouts each.
    static final int BATCH_CONNECTIONS = 16;
    /// Payouts in such a request.
    static final int BATCH = 100;

    private Loads() {}

    /// One organization, one payout in a request: the load of figure 1.
    static Plan hot(Scene scene) throws IOException {
        return scene.paying(List.of(scene.hot()), CONNECTIONS, 1);
    }

    /// A hundred organizations in turn.
    static Plan many(Scene scene) throws IOException, InterruptedException {
        return scene.paying(scene.many(), CONNECTIONS, 1);
    }

    /// One organization, a hundred payouts in a request.
    static Plan batches(Scene scene) throws IOException {
        return scene.paying(List.of(scene.hot()), BATCH_CONNECTIONS, BATCH);
    }
}
