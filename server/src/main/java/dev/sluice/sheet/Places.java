package dev.sluice.sheet;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Places at something of which a node does a few at once, and half as many for one organization, so that who is slow
/// holds up their own alone. A few of an organization, and a few in all, wait a moment for a place: whoever waits takes
/// up a request that the node could answer meanwhile. Others are told at once that there is none.
public final class Places {
    static final int WAITING_MAX = 32;
    static final int WAITING_OF_ONE_MAX = 4;

    private final int atOnceMax;
    private final Duration waitMax;
    /// Who came first has the next place.
    private final ReentrantLock lock = new ReentrantLock(true);

    private final Condition freed = lock.newCondition();
    private final Map<UUID, Integer> taken = new HashMap<>();
    private final Map<UUID, Integer> waiting = new HashMap<>();

    public Places(int atOnceMax, Duration waitMax) {
        this.atOnceMax = atOnceMax;
        this.waitMax = waitMax;
    }

    /// Takes a place, if there is one soon.
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

    /// Gives a place back.
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
