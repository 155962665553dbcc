package dev.sluice.trial.crash;

import java.time.Duration;

/// Waiting.
final class Pauses {
    private Pauses() {}

    static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }
}
