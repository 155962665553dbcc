package dev.sluice.client;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicReference;

/// The times that requests are signed with: the clock's, but no two the same. Two equal requests that are signed in one
/// instant have one signature, and a signature is spent once.
final class Stamps {
    private final InstantSource clock;
    private final AtomicReference<Instant> last = new AtomicReference<>(Instant.MIN);

    Stamps(InstantSource clock) {
        this.clock = clock;
    }

    Instant next() {
        var now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        return last.accumulateAndGet(now, (before, at) -> at.isAfter(before) ? at : before.plus(1, ChronoUnit.MICROS));
    }
}
