package dev.sluice.trial.simulate;

/// Buries processes that ended, one at a time, as each keeps its connections until it is over.
final class Funeral {
    private Thread last = new Thread();

    void of(Life life) {
        await();
        last = life.bury();
    }

    /// Waits until the last one is over.
    void await() {
        try {
            last.join();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
