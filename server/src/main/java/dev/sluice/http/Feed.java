package dev.sluice.http;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What a reader is told as it happens, for as long as both sides want.
public interface Feed extends AutoCloseable {
    /// What there is to tell that was not told yet, in one line; nothing where that is nothing.
    @Nullable
    String look();

    /// Takes what it may call whenever a look is worth it. Without a call, somebody looks about once a second.
    default void listen(Runnable news) {}

    /// Whether nothing will come any more after the next look.
    default boolean isOver() {
        return false;
    }

    /// The reader has gone, or was never let in. Doing it twice is no error.
    @Override
    default void close() {}

    /// Tells what it sees, at once and whenever that is something else.
    static Feed ofChanges(Supplier<String> seen) {
        return new Changes(seen);
    }
}
