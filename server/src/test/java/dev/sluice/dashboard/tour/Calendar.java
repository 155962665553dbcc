package dev.sluice.dashboard.tour;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Simulated clock of the tour: it starts at a given time, runs like real time, can be advanced, and stops at the
/// end.
final class Calendar implements InstantSource {
    private final long begun = System.nanoTime();
    private final AtomicReference<Instant> start;
    private final AtomicReference<@Nullable Instant> end = new AtomicReference<>();

    Calendar(Instant start) {
        this.start = new AtomicReference<>(start);
    }

    @Override
    public Instant instant() {
        var ended = end.get();
        return ended == null ? start.get().plusNanos(System.nanoTime() - begun) : ended;
    }

    void stop() {
        end.set(instant());
    }

    void pass(Duration time) {
        start.updateAndGet(from -> from.plus(time));
    }

    /// Advances to a time in the future.
    void goOnAt(Instant time) {
        var missing = Duration.between(instant(), time);
        if (missing.isNegative()) {
            throw new IllegalArgumentException(time + " is over");
        }
        pass(missing);
    }
}
