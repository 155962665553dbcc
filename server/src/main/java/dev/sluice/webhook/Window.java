package dev.sluice.webhook;

import java.time.Duration;

/// How many messages an endpoint is sent at once: more while it takes them at once, fewer while it fails, so that
/// one that is away is knocked at, not stormed, or takes very long, so that one that is slow does not take up the
/// places of others.
final class Window {
    private static final int START = 4;
    private static final int MAX = 32;
    private static final Duration QUICK = Duration.ofSeconds(1);
    private static final Duration SLOW = Duration.ofSeconds(5);

    private int size = START;
    private int busy;

    int room() {
        return Math.max(0, size - busy);
    }

    boolean isIdle() {
        return busy == 0;
    }

    void begin() {
        busy++;
    }

    void end(Reply reply) {
        busy--;
        if (!reply.isSuccess() || reply.latency().compareTo(SLOW) > 0) {
            size = Math.max(1, size / 2);
        } else if (reply.latency().compareTo(QUICK) < 0) {
            size = Math.min(MAX, size * 2);
        }
    }
}
