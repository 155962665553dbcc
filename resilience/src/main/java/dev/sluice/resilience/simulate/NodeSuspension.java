package dev.sluice.resilience.simulate;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// Suspends a node before one of its transactions while the other one continues. The suspended node has no locks, so
/// it blocks no other.
final class NodeSuspension {
    /// Limit in real time, in case another node waits for it nevertheless. The steps in between take far less.
    private static final int HELD_SECONDS_MAX = 60;

    private final AtomicInteger left;
    private final CompletableFuture<Boolean> reached = new CompletableFuture<>();
    private final CompletableFuture<Boolean> released = new CompletableFuture<>();

    /// @param transactions number of the transaction before which it stops, from one
    NodeSuspension(int transactions) {
        this.left = new AtomicInteger(transactions);
    }

    /// Called before each transaction.
    void begins() {
        if (left.decrementAndGet() == 0) {
            reached.complete(true);
            released.completeOnTimeout(false, HELD_SECONDS_MAX, TimeUnit.SECONDS)
                    .join();
        }
    }

    /// Completes once the node is suspended.
    CompletableFuture<Boolean> reached() {
        return reached;
    }

    /// Resumes the node.
    ///
    /// @return false if it has already given up waiting
    boolean release() {
        left.set(0);
        return released.complete(true);
    }
}
