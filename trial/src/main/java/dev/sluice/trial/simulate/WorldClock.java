package dev.sluice.trial.simulate;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/// The world's clock, which stands still until it is moved.
final class WorldClock implements InstantSource {
    private static final Instant BEGINNING = Instant.parse("2026-01-05T08:00:00Z");

    private final AtomicLong millis = new AtomicLong(BEGINNING.toEpochMilli());

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    @Override
    public long millis() {
        return millis.get();
    }

    void advance(Duration by) {
        millis.addAndGet(by.toMillis());
    }

    Duration sinceBeginning() {
        return Duration.between(BEGINNING, instant());
    }
}
