package dev.sluice.webhook;

/// How many messages an endpoint is sent at once: more while it takes them, fewer while it fails, so that one that is
/// away is knocked at, not stormed.
final class Window {
    private static final int START = 4;
    private static final int MAX = 32;

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

    void end(boolean success) {
        busy--;
        size = success ? Math.min(MAX, size * 2) : Math.max(1, size / 2);
    }
}
