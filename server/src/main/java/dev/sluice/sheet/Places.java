package dev.sluice.sheet;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Concurrency limiter with a limit per node and half of it per organization, so that a slow organization delays only
/// itself. A few callers per organization, and a few in all, may wait briefly, because each one blocks a request
/// thread. Others are refused at once.
public final class Places {
    static final int WAITING_MAX = 32;
    static final int WAITING_OF_ONE_MAX = 4;

    private final int atOnceMax;
    private final Duration waitMax;
    /// Fair: waiting callers proceed in order of arrival.
    private final ReentrantLock lock = new ReentrantLock(true);

    private final Condition freed = lock.newCondition();
    private final Map<UUID, Integer> taken = new HashMap<>();
    private final Map<UUID, Integer> waiting = new HashMap<>();

    public Places(int atOnceMax, Duration waitMax) {
        this.atOnceMax = atOnceMax;
        this.waitMax = waitMax;
    }

    /// Acquires a permit, waiting briefly if necessary.
    public boolean begin(UUID organizationId) {
        lock.lock();
        try {
            boolean isOurs = hasPlace(organizationId) || (mayWait(organizationId) && awaited(organizationId));
            if (isOurs) {
                taken.merge(organizationId, 1, Integer::sum);
            }
            return isOurs;
        } finally {
            lock.unlock();
        }
    }

    private boolean awaited(UUID organizationId) {
        long left = waitMax.toNanos();
        waiting.merge(organizationId, 1, Integer::sum);
        try {
            while (!hasPlace(organizationId)) {
                if (left <= 0) {
                    return false;
                }
                left = freed.awaitNanos(left);
            }
            return true;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            oneLess(waiting, organizationId);
        }
    }

    private boolean hasPlace(UUID organizationId) {
        return all(taken) < atOnceMax && taken.getOrDefault(organizationId, 0) < Math.ceilDiv(atOnceMax, 2);
    }

    private boolean mayWait(UUID organizationId) {
        return all(waiting) < WAITING_MAX && waiting.getOrDefault(organizationId, 0) < WAITING_OF_ONE_MAX;
    }

    /// Releases a permit.
    public void end(UUID organizationId) {
        lock.lock();
        try {
            oneLess(taken, organizationId);
            freed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static int all(Map<UUID, Integer> counts) {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static void oneLess(Map<UUID, Integer> counts, UUID organizationId) {
        counts.computeIfPresent(organizationId, (_, count) -> count == 1 ? null : count - 1);
    }
}
