package dev.sluice.rail.stellar.horizon;

import org.jspecify.annotations.Nullable;

/// A Horizon is unavailable, or its answer is invalid. The caller retries and draws no other conclusion.
public final class HorizonUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    HorizonUnavailable(String reason, @Nullable Throwable cause) {
        super(reason, cause);
    }

    public HorizonUnavailable(String reason) {
        this(reason, null);
    }
}
