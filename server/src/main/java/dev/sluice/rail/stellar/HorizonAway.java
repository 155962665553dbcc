package dev.sluice.rail.stellar;

import org.jspecify.annotations.Nullable;

/// A Horizon is unavailable, or its answer is invalid. The caller retries and draws no other conclusion.
final class HorizonAway extends RuntimeException {
    private static final long serialVersionUID = 1L;

    HorizonAway(String reason, @Nullable Throwable cause) {
        super(reason, cause);
    }

    HorizonAway(String reason) {
        this(reason, null);
    }
}
