package dev.sluice.trial.simulate;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// A node that stands still before one of its transactions, while the other one goes on. It has locked nothing then,
/// so that nobody waits for it.
final class Hold {
    /// Should somebody wait for it all the same, then not for ever; in real time, of which it takes far
    /// less to do what is done meanwhile.
    private static final int HELD_SECONDS_MAX = 60;

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

    /// Lets it go on.
    ///
    /// @return false where it had not waited for that any longer
    boolean release() {
        left.set(0);
        return released.complete(true);
    }
}
