package dev.sluice.bench.seed;

import dev.sluice.clock.Clocks;
import java.time.Instant;
import java.time.InstantSource;

/// Clock of a fill: it starts years ago and advances from event to event. The service's own clock uses it, so ids
/// contain the right time.
final class Past implements InstantSource {
    private final Clocks clocks = new Clocks(this);
    private long millis;

    Past(Instant start) {
        this.millis = start.toEpochMilli();
    }

    Clocks clocks() {
        return clocks;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis);
    }

    @Override
    public long millis() {
        return millis;
    }

    /// Advances to a time; never goes back.
    void goTo(long atMillis) {
        millis = Math.max(millis, atMillis);
    }
}
