package dev.sluice.trial.simulate;

import java.util.ArrayDeque;
import java.util.Queue;

/// Buries processes that ended, a few at a time: their connections are cut, and letting go of them takes a while.
final class Funeral {
    private static final int AT_ONCE = 8;

    private final Queue<Thread> underWay = new ArrayDeque<>();

    void of(Life life) {
        if (underWay.size() == AT_ONCE) {
            await(underWay.remove());
        }
        underWay.add(life.bury());
    }

    /// Waits until the last one is over.
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
