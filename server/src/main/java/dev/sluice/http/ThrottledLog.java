package dev.sluice.http;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/// Throttled log: limits messages that outside clients can trigger at will to one per interval.
public final class ThrottledLog {
    private static final Duration BETWEEN = Duration.ofSeconds(10);

    private final AtomicLong dueNanos = new AtomicLong(System.nanoTime());
    private final AtomicLong untold = new AtomicLong();

    /// Passes the number of suppressed messages to the logger, unless the last message was a moment ago.
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
