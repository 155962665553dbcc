package dev.sluice.resilience.simulate;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/// Simulated clock, which advances only on request.
final class WorldClock implements InstantSource {
    private static final Instant BEGINNING = Instant.parse("2026-01-05T08:00:00Z");
    /// Resolution of PostgreSQL, in nanoseconds.
    private static final long A_MICROSECOND = 1_000;

    private final AtomicLong millis = new AtomicLong(BEGINNING.toEpochMilli());
    private Instant lastMoment = Instant.EPOCH;

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    @Override
    public long millis() {
        return millis.get();
    }

    /// Returns a unique instant just before the current time, later than all earlier ones. It orders reports while
    /// the clock does not advance.
    synchronized Instant moment() {
        var earliest = instant().minusMillis(1);
        var next = lastMoment.plusNanos(A_MICROSECOND);
        lastMoment = next.isBefore(earliest) ? earliest : next;
        return lastMoment;
    }

    void advance(Duration by) {
        millis.addAndGet(by.toMillis());
    }

    Duration sinceBeginning() {
        return Duration.between(BEGINNING, instant());
    }
}
