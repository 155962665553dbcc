package dev.sluice.http;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/// What anybody outside can bring about as often as they like, told in the log now and then.
public final class Seldom {
    private static final Duration BETWEEN = Duration.ofSeconds(10);

    private final AtomicLong dueNanos = new AtomicLong(System.nanoTime());
    private final AtomicLong untold = new AtomicLong();

    /// Tells it, and how often it went untold before, unless something was told a moment ago.
    public void ifDue(LongConsumer tell) {
        long now = System.nanoTime();
        long due = dueNanos.get();
        if (now - due >= 0 && dueNanos.compareAndSet(due, now + BETWEEN.toNanos())) {
            tell.accept(untold.getAndSet(0));
        } else {
            untold.incrementAndGet();
        }
    }
}
