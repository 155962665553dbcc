package dev.sluice.bench.seed;

import dev.sluice.clock.Clocks;
import java.time.Instant;
import java.time.InstantSource;

/// The time that a fill lives in: it starts years ago and is moved on to whatever happens next. The service's own clock
/// runs on it, so ids carry the time of what they name.
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

    /// Moves on to a time; one that is over already leaves it where it is.
    void goTo(long atMillis) {
        millis = Math.max(millis, atMillis);
    }
}
