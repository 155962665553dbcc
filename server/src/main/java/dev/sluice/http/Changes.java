package dev.sluice.http;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A feed that sends a value whenever it differs from the last one sent.
final class Changes implements Feed {
    private final Supplier<String> seen;
    private @Nullable String told;

    Changes(Supplier<String> seen) {
        this.seen = seen;
    }

    @Override
    public @Nullable String look() {
        var now = seen.get();
        if (now.equals(told)) {
            return null;
        }
        told = now;
        return now;
    }
}
