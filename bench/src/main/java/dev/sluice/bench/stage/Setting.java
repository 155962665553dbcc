package dev.sluice.bench.stage;

import java.util.Locale;

/// The databases that figures are measured on, each with a service of its own.
public enum Setting {
    /// Empty at first; grows with what is paid. The service only answers requests.
    PLAIN(false),
    /// Another one like it, for the comparison with a large one.
    FRESH(false),
    /// One whose service completes payouts while it accepts others.
    BUSY(true),
    /// One in which payouts wait for a service that completes them.
    BACKLOG(false),
    /// One whose past is told to webhooks.
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
