package dev.sluice.client;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicReference;

/// Time stamps of signed requests: the clock's time, but no two the same. Two equal requests signed in one instant
/// would have one signature, and a signature is valid once. If a clock was far ahead and is corrected, its earlier
/// times are forgotten, because times far from now are refused.
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

    /// Reports whether a time is not later, or earlier by so little that signatures could collide.
    private static boolean isBehind(Instant at, Instant before) {
        return !at.isAfter(before) && !at.isBefore(before.minus(BACK_MAX));
    }
}
