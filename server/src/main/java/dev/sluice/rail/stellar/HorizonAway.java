package dev.sluice.rail.stellar;

import org.jspecify.annotations.Nullable;

/// A Horizon could not be asked, or its answer could not be understood. Nothing follows from that but to ask again.
final class HorizonAway extends RuntimeException {
    private static final long serialVersionUID = 1L;

    HorizonAway(String reason, @Nullable Throwable cause) {
        super(reason, cause);
    }

    HorizonAway(String reason) {
        this(reason, null);
    }
}
