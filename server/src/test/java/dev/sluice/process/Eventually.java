package dev.sluice.process;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/// Waiting for what other processes do.
final class Eventually {
    private static final Duration GLANCE = Duration.ofMillis(50);

    private Eventually() {}

    /// Waits until a condition holds.
    ///
    /// @throws AssertionError naming what was waited for, where it did not come about in time
    static void within(Duration patience, String what, BooleanSupplier condition) {
        long end = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("waited " + patience + " in vain: " + what);
            }
            pause(GLANCE);
        }
    }

    static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
