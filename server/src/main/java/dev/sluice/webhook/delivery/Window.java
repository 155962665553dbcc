package dev.sluice.webhook.delivery;

import java.time.Duration;

/// Number of messages sent to an endpoint at once: more while it responds quickly, and fewer while it fails or is very
/// slow. An endpoint that is down gets few attempts, and a slow one does not take the places of others.
final class Window {
    private static final int START = 4;
    private static final int MAX = 32;
    private static final Duration QUICK = Duration.ofSeconds(1);
    private static final Duration SLOW = Duration.ofSeconds(5);

    private int size = START;
    private int busy;

    int capacityLeft() {
        return Math.max(0, size - busy);
    }

    boolean isIdle() {
        return busy == 0;
    }

    void begin() {
        busy++;
    }

    void end(AttemptResult result) {
        busy--;
        if (!result.isSuccess() || result.latency().compareTo(SLOW) > 0) {
            size = Math.max(1, size / 2);
        } else if (result.latency().compareTo(QUICK) < 0) {
            size = Math.min(MAX, size * 2);
        }
    }
}
