package dev.sluice.http;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A feed that sends a value whenever it differs from the last one sent.
final class Changes implements Feed {
    private final Supplier<String> seen;
    private final Runnable release;
    private @Nullable String told;

    /// @param release runs when the feed is closed, perhaps twice
    Changes(Supplier<String> seen, Runnable release) {
        this.seen = seen;
        this.release = release;
    }

    @Override
    public @Nullable String poll() {
        var now = seen.get();
        if (now.equals(told)) {
            return null;
        }
        told = now;
        return now;
    }

    @Override
    public void close() {
        release.run();
    }
}
