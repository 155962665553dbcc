package dev.sluice.resilience.simulate;

import java.util.ArrayDeque;
import java.util.Queue;

/// Closes ended processes in the background, a few at a time: their connections are cut, and the clean-up takes a
/// while.
final class ProcessReaper {
    private static final int AT_ONCE = 8;

    private final Queue<Thread> underWay = new ArrayDeque<>();

    void of(Life life) {
        if (underWay.size() == AT_ONCE) {
            await(underWay.remove());
        }
        underWay.add(life.bury());
    }

    /// Waits until all are closed.
    void await() {
        while (!underWay.isEmpty()) {
            await(underWay.remove());
        }
    }

    private static void await(Thread one) {
        try {
            one.join();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
