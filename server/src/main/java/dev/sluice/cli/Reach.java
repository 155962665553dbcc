package dev.sluice.cli;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Shared state of a receiver's availability. While it is unreachable, one sender tries for all, with back-off.
final class Reach {
    private static final Duration FIRST = Duration.ofMillis(500);
    private static final Duration LAST = Duration.ofSeconds(30);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int failures;
    private boolean isTried;
    private long nextAt;
    private long retryRequests;

    /// Returns the wait after a number of consecutive failures.
    static Duration delay(int failures) {
        var delay = FIRST.multipliedBy(1L << Math.min(failures - 1, Integer.SIZE - 2));
        return delay.compareTo(LAST) < 0 ? delay : LAST;
    }

    /// Waits for the caller's turn to try, and returns the number of consecutive failures.
    int await() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (failures > 0 && (isTried || nextAt - System.nanoTime() > 0)) {
                if (isTried) {
                    changed.await();
                } else {
                    changed.await(nextAt - System.nanoTime(), TimeUnit.NANOSECONDS);
                }
            }
            isTried = failures > 0;
            return failures;
        } finally {
            lock.unlock();
        }
    }

    /// Records that the receiver was reached, with any answer.
    void reached() {
        lock.lock();
        try {
            failures = 0;
            isTried = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Records that the receiver was not reached; true for the first caller that finds that.
    ///
    /// @param before result of [#await]: of several concurrent attempts, one counts
    boolean missed(int before) {
        lock.lock();
        try {
            if (failures != before) {
                return false;
            }
            failures++;
            isTried = false;
            nextAt = System.nanoTime() + delay(failures).toNanos();
            changed.signalAll();
            return before == 0;
        } finally {
            lock.unlock();
        }
    }

    /// Waits so long, or until there is reason to hurry.
    void pause(Duration time) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long before = retryRequests;
            long left = time.toNanos();
            while (left > 0 && retryRequests == before) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /// Ends all waits: later retries are made now.
    void retryNow() {
        lock.lock();
        try {
            retryRequests++;
            nextAt = System.nanoTime();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
