package dev.sluice.http;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Source of server-sent events, read until the feed is over or the client leaves.
public interface Feed extends AutoCloseable {
    /// Returns the next news as one line, or null if there is none.
    @Nullable
    String poll();

    /// Registers a callback for the feed to call when it has news. Without a call, the feed is polled about once
    /// per second.
    default void listen(Runnable news) {}

    /// Returns true if the next look is the last one.
    default boolean isOver() {
        return false;
    }

    /// Releases resources after the client has left or was refused. May be called twice.
    @Override
    default void close() {}

    /// Returns a feed that sends a value at once and then whenever it changes.
    static Feed ofChanges(Supplier<String> seen) {
        return ofChanges(seen, () -> {});
    }

    /// Returns the same feed with something to release when it is closed.
    static Feed ofChanges(Supplier<String> seen, Runnable release) {
        return new Changes(seen, release);
    }
}
