package dev.sluice.bench.stage;

import java.util.Locale;

/// Databases of the figures, each with its own service.
public enum Setting {
    /// Empty at first; grows with the payouts. The service only answers requests.
    PLAIN(false),
    /// An equal one, for the comparison with a large one.
    FRESH(false),
    /// The service also completes payouts.
    BUSY(true),
    /// Payouts wait for another service that completes them.
    BACKLOG(false),
    /// Past events are delivered to webhooks.
    TOLD(false),
    /// Filled with ten thousand payouts.
    SMALL(false),
    /// Filled with ten million.
    LARGE(false);

    private final boolean workers;

    Setting(boolean workers) {
        this.workers = workers;
    }

    boolean workers() {
        return workers;
    }

    boolean filled() {
        return this == SMALL || this == LARGE;
    }

    String database() {
        return "sluice_bench_" + name().toLowerCase(Locale.ROOT);
    }
}
