package dev.sluice.trial.simulate;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// A node that stands still before one of its transactions, while the other one goes on. It has locked nothing then,
/// so that nobody waits for it.
final class Hold {
    /// Should somebody wait for it all the same, then not for ever.
    private static final int HELD_SECONDS_MAX = 5;

    private final AtomicInteger left;
    private final CompletableFuture<Boolean> reached = new CompletableFuture<>();
    private final CompletableFuture<Boolean> released = new CompletableFuture<>();

    /// @param transactions before which of them it stands still, from one
    Hold(int transactions) {
        this.left = new AtomicInteger(transactions);
    }

    /// A transaction is about to begin.
    void begins() {
        if (left.decrementAndGet() == 0) {
            reached.complete(true);
            released.completeOnTimeout(false, HELD_SECONDS_MAX, TimeUnit.SECONDS)
                    .join();
        }
    }

    /// Completes once the node stands still.
    CompletableFuture<Boolean> reached() {
        return reached;
    }

    void release() {
        left.set(0);
        released.complete(true);
    }
}
