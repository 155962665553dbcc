package dev.sluice.cli;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Whether a receiver can be reached at all, for all who want to send to it. While it cannot, one of them tries for
/// all: soon at first, then ever less often.
final class Reach {
    private static final Duration FIRST = Duration.ofMillis(500);
    private static final Duration LAST = Duration.ofSeconds(30);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int failures;
    private boolean isTried;
    private long nextAt;
    private long hurries;

    /// How long to wait after so many failures in a row.
    static Duration delay(int failures) {
        var delay = FIRST.multipliedBy(1L << Math.min(failures - 1, Integer.SIZE - 2));
        return delay.compareTo(LAST) < 0 ? delay : LAST;
    }

    /// Waits until it is one's turn to try, and gives how often the receiver was not reached in a row.
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

    /// It was reached, whatever it answered.
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

    /// It was not reached; true for the first one who finds that.
    ///
    /// @param before what [#await] gave: of several who tried at once, one counts
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
            long before = hurries;
            long left = time.toNanos();
            while (left > 0 && hurries == before) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /// Nobody waits for a time to pass any more: whatever was to be tried later is tried now.
    void hurry() {
        lock.lock();
        try {
            hurries++;
            nextAt = System.nanoTime();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
