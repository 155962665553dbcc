package dev.sluice.resilience.stage;

import java.time.Duration;

/// Sleeps for a time.
public final class Pauses {
    private Pauses() {}

    public static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }
}
