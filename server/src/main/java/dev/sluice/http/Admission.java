package dev.sluice.http;

import java.util.concurrent.atomic.AtomicInteger;

/// How many requests a node takes up at once. One more than that is refused at once and may come again: behind so many
/// others it would be answered when whoever asked has long given up. What can wait asks whether it should.
public final class Admission {
    /// A second's work of a small machine.
    static final int UNDER_WAY_MAX = 512;

    /// More than are under way while a machine keeps up.
    private static final int PRESSED_BEYOND = 4;

    private final AtomicInteger underWay = new AtomicInteger();

    /// Whether a request may be taken up. One that is leaves again.
    boolean enter() {
        if (underWay.incrementAndGet() <= UNDER_WAY_MAX) {
            return true;
        }
        underWay.decrementAndGet();
        return false;
    }

    void leave() {
        underWay.decrementAndGet();
    }

    /// Whether so many requests wait for their answers that whatever nobody waits for should give way.
    public boolean isPressed() {
        return underWay.get() > PRESSED_BEYOND;
    }
}
