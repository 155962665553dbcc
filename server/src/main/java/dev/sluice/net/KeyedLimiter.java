package dev.sluice.net;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Concurrency limiter with a limit per key, such as an organization or a client network, so that one key delays only
/// itself. It is fair: a released permit goes to the caller that has waited longest among those whose key may have
/// it. A key without permits and without waiting callers takes no memory.
///
/// It limits work of one node. Limits of attempts over time, which all nodes share, are `signin.Throttle`.
public final class KeyedLimiter<K> {
    private final Limits limits;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<K, Share> shares = new HashMap<>();
    /// In order of arrival.
    private final Set<Waiter> waiters = new LinkedHashSet<>();
    private int taken;

    public KeyedLimiter(Limits limits) {
        this.limits = limits;
    }

    /// Limits of permits, and of callers that wait for one: each blocks a thread. Further callers are refused at
    /// once.
    public record Limits(int perKey, int total, int waitingPerKey, int waiting) {
        static final int FEW_WAITING = 32;
        static final int FEW_WAITING_PER_KEY = 4;

        /// Returns limits per key alone; nobody waits.
        public static Limits perKey(int perKey) {
            return new Limits(perKey, Integer.MAX_VALUE, 0, 0);
        }

        /// Returns limits in total and of half of that per key. A few callers of a key, and a few in all, may wait.
        public static Limits shared(int total) {
            return new Limits(Math.ceilDiv(total, 2), total, FEW_WAITING_PER_KEY, FEW_WAITING);
        }
    }

    /// Permit to work; closing it again has no effect.
    public interface Permit extends AutoCloseable {
        @Override
        void close();
    }

    /// Acquires a permit; empty if none is free.
    public Optional<Permit> tryAcquire(K key) {
        return acquire(key, Duration.ZERO);
    }

    /// Acquires a permit, waiting if necessary and permitted; empty if none is released in time, or if the thread
    /// is interrupted.
    public Optional<Permit> acquire(K key, Duration patience) {
        lock.lock();
        try {
            var share = shares.computeIfAbsent(key, _ -> new Share());
            boolean acquired = isFree(share);
            if (acquired) {
                take(share);
            } else if (patience.isPositive() && mayWait(share)) {
                acquired = awaitPermit(share, patience.toNanos());
            }
            if (acquired) {
                return Optional.of(permit(key, share));
            }
            removeUnused(key, share);
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private boolean isFree(Share share) {
        return taken < limits.total() && share.taken < limits.perKey();
    }

    private boolean mayWait(Share share) {
        return waiters.size() < limits.waiting() && share.waiting < limits.waitingPerKey();
    }

    private void take(Share share) {
        share.taken++;
        taken++;
    }

    private boolean awaitPermit(Share share, long nanos) {
        var waiter = new Waiter(share, lock.newCondition());
        waiters.add(waiter);
        share.waiting++;
        long left = nanos;
        try {
            while (!waiter.granted && left > 0) {
                left = waiter.changed.awaitNanos(left);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        leave(waiter);
        return waiter.granted;
    }

    private void leave(Waiter waiter) {
        if (waiters.remove(waiter)) {
            waiter.share.waiting--;
        }
    }

    private Permit permit(K key, Share share) {
        var open = new AtomicBoolean(true);
        return () -> {
            if (open.compareAndSet(true, false)) {
                release(key, share);
            }
        };
    }

    private void release(K key, Share share) {
        lock.lock();
        try {
            share.taken--;
            taken--;
            grantNext();
            removeUnused(key, share);
        } finally {
            lock.unlock();
        }
    }

    /// Grants the released permit. There is at most one caller for it: all others still lack one.
    private void grantNext() {
        for (var waiter : waiters) {
            if (isFree(waiter.share)) {
                take(waiter.share);
                waiter.granted = true;
                leave(waiter);
                waiter.changed.signal();
                return;
            }
        }
    }

    private void removeUnused(K key, Share share) {
        if (share.taken == 0 && share.waiting == 0) {
            shares.remove(key);
        }
    }

    /// Returns the number of keys in use.
    int keys() {
        lock.lock();
        try {
            return shares.size();
        } finally {
            lock.unlock();
        }
    }

    /// Returns the number of waiting callers.
    int waiting() {
        lock.lock();
        try {
            return waiters.size();
        } finally {
            lock.unlock();
        }
    }

    /// Permits and waiting callers of one key.
    private static final class Share {
        private int taken;
        private int waiting;
    }

    /// Waiting caller.
    private static final class Waiter {
        private final Share share;
        private final Condition changed;
        private boolean granted;

        private Waiter(Share share, Condition changed) {
            this.share = share;
            this.changed = changed;
        }
    }
}
