package dev.sluice.http.server;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/// Limits the number of requests under way on a node. A request beyond the limit is refused at once and can be
/// retried: behind so many others, its answer would come after the client has timed out. Work that can be deferred
/// asks [#isPressed] first.
///
/// A burst within the limit is served in full. If more requests arrive than the node can answer, the limit is halved
/// for as long as it refuses requests. Half as many keep the machine busy, and each one is answered in half of the
/// time.
///
/// A stalled disk is no overload: all writes wait for it together and complete together once it recovers. During a
/// stall, and for a moment after it, the limit is higher. It stays low if the node was overloaded when the stall
/// began, so that requests that already wait are not delayed further.
public final class Admission {
    /// About one second's work of a small machine.
    static final int UNDER_WAY_MAX = 512;

    /// The limit while the node is overloaded.
    static final int OVERLOADED_MAX = UNDER_WAY_MAX / 2;

    /// Longest time that the lower limit applies before the normal one is tried again. If more clients than the
    /// lower limit each wait for an answer and then ask again, the overload would never end by itself.
    static final Duration TRIED_ANEW = Duration.ofMinutes(1);

    /// The limit while the disk is stalled: a few seconds' requests of a half-busy node.
    static final int AT_STANDSTILL_MAX = 2_048;

    /// The disk counts as stalled if no write has completed for this long.
    static final Duration STILL = Duration.ofMillis(500);

    /// If a write has completed within this time, a refused request is due to overload and not to the disk.
    static final Duration MOVING = Duration.ofMillis(100);

    /// Time for which a node counts as overloaded after it last refused a request.
    static final Duration OVERLOADED = Duration.ofSeconds(1);

    /// Time after a stall in which the waiting requests are answered.
    static final Duration AFTER = Duration.ofSeconds(1);

    /// Time after a stall in which the backlog is worked off.
    private static final Duration WORKED_OFF = AFTER.multipliedBy(2);

    /// Minimum number of writes under way for a stall: requests that only read do not wait for the disk.
    private static final int WRITES_MIN = UNDER_WAY_MAX / 2;

    /// More requests than are under way while the machine keeps up.
    private static final int PRESSED_BEYOND = 4;

    private final LongSupplier nanoTime;
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger writes = new AtomicInteger();
    private volatile long wroteAt;
    private volatile long movedAt;
    private volatile long overloadedAt;
    private volatile long overloadedSince;

    public Admission() {
        this(System::nanoTime);
    }

    Admission(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.wroteAt = nanoTime.getAsLong();
        this.movedAt = wroteAt - WORKED_OFF.toNanos();
        this.overloadedAt = wroteAt - OVERLOADED.toNanos();
        this.overloadedSince = overloadedAt;
    }

    /// Returns true and counts the request if it may start. Each admitted request must call [#release].
    ///
    /// @param writes true if the request may change something
    boolean tryAcquire(boolean writes) {
        int count = underWay.incrementAndGet();
        if (count > OVERLOADED_MAX && !isWithin(count, nanoTime.getAsLong())) {
            underWay.decrementAndGet();
            return false;
        }
        if (writes) {
            this.writes.incrementAndGet();
        }
        return true;
    }

    /// Returns false if the limit is exceeded, and then notes an overload unless the disk is stalled.
    private boolean isWithin(int count, long now) {
        boolean within = count <= (isOverloaded(now) ? OVERLOADED_MAX : UNDER_WAY_MAX)
                || (count <= AT_STANDSTILL_MAX && isStalled(now));
        if (!within) {
            noteOverload(count, now);
        }
        return within;
    }

    private boolean isOverloaded(long now) {
        return now - overloadedAt < OVERLOADED.toNanos() && now - overloadedSince < TRIED_ANEW.toNanos();
    }

    /// The backlog after a stall is no overload unless it exceeds the limit for stalls.
    private void noteOverload(int count, long now) {
        boolean isLeft = count <= AT_STANDSTILL_MAX && now - movedAt < WORKED_OFF.toNanos();
        if (now - wroteAt <= MOVING.toNanos() && !isLeft) {
            if (!isOverloaded(now)) {
                overloadedSince = now;
            }
            overloadedAt = now;
        }
    }

    private boolean isStalled(long now) {
        return isStill(now) || now - movedAt < AFTER.toNanos();
    }

    private boolean isStill(long now) {
        return writes.get() >= WRITES_MIN
                && now - wroteAt > STILL.toNanos()
                && wroteAt - overloadedAt >= OVERLOADED.toNanos();
    }

    void release(boolean wrote) {
        if (wrote) {
            long now = nanoTime.getAsLong();
            if (isStill(now)) {
                movedAt = now;
            }
            wroteAt = now;
            writes.decrementAndGet();
        }
        underWay.decrementAndGet();
    }

    /// Returns true if so many requests are waiting that background work should yield.
    public boolean isPressed() {
        return underWay.get() > PRESSED_BEYOND;
    }
}
