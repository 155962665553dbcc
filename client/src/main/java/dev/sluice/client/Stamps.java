package dev.sluice.client;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicReference;

/// The times that requests are signed with: the clock's, but no two the same. Two equal requests that are signed in
/// one instant have one signature, and a signature is spent once. Of a clock that was far ahead and is put right, what
/// it said before is forgotten: times that are far from now are refused.
final class Stamps {
    private static final Duration BACK_MAX = Duration.ofSeconds(1);

    private final InstantSource clock;
    private final AtomicReference<Instant> last = new AtomicReference<>(Instant.MIN);

    Stamps(InstantSource clock) {
        this.clock = clock;
    }

    Instant next() {
        var now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        return last.accumulateAndGet(
                now, (before, at) -> isBehind(at, before) ? before.plus(1, ChronoUnit.MICROS) : at);
    }

    /// Whether it is not later, or earlier by so little that signatures could meet.
    private static boolean isBehind(Instant at, Instant before) {
        return !at.isAfter(before) && !at.isBefore(before.minus(BACK_MAX));
    }
}
