package dev.sluice.http;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/// How many requests a node takes up at once. One more than that is refused at once and may come again: behind so many
/// others it would be answered when whoever asked has long given up. What can wait asks whether it should.
///
/// As many as come at once are one thing, and more than can be answered, all the time, another: who waits in a queue
/// that never ends waits for nothing. While a node refuses, it has half as many under way, which is enough for all that
/// it can do, and they are answered in half of the time.
///
/// A disk that stands still is no overload: all writes wait for it together, and are answered together when it goes on.
/// Meanwhile, and for a moment after, more are taken up; but not where the node was overloaded when it began, so that
/// those who wait already need not wait for more besides.
public final class Admission {
    /// A second's work of a small machine.
    static final int UNDER_WAY_MAX = 512;

    /// The same for as long as more than that are asked for.
    static final int OVERLOADED_MAX = UNDER_WAY_MAX / 2;

    /// After so long a node tries anew whether it is overloaded still: by callers who each wait for an answer it would
    /// be for ever, were there more of them than it takes up then.
    static final Duration TRIED_ANEW = Duration.ofMinutes(1);

    /// The same while nothing is written: some seconds' requests of one that is half busy.
    static final int AT_STANDSTILL_MAX = 2_048;

    /// Where no write has ended for so long, none can.
    static final Duration STILL = Duration.ofMillis(500);

    /// Where a write has ended within so long, what is refused is refused for want of time, and not of a disk.
    static final Duration MOVING = Duration.ofMillis(100);

    /// How long a node that has refused for want of time is taken for overloaded.
    static final Duration OVERLOADED = Duration.ofSeconds(1);

    /// How long what has waited takes to be answered.
    static final Duration AFTER = Duration.ofSeconds(1);

    /// How long what came meanwhile is worked off.
    private static final Duration WORKED_OFF = AFTER.multipliedBy(2);

    /// So many of those under way have to be writes: what only reads does not wait for a disk.
    private static final int WRITES_MIN = UNDER_WAY_MAX / 2;

    /// More than are under way while a machine keeps up.
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

    /// Whether a request may be taken up. One that is leaves again.
    ///
    /// @param writes whether it may change something
    boolean enter(boolean writes) {
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

    /// Where it is not, the node is overloaded, unless its disk stands still.
    private boolean isWithin(int count, long now) {
        boolean within = count <= (isOverloaded(now) ? OVERLOADED_MAX : UNDER_WAY_MAX)
                || (count <= AT_STANDSTILL_MAX && isStandstill(now));
        if (!within) {
            noteOverload(count, now);
        }
        return within;
    }

    private boolean isOverloaded(long now) {
        return now - overloadedAt < OVERLOADED.toNanos() && now - overloadedSince < TRIED_ANEW.toNanos();
    }

    /// What is left behind by a disk that stood still is no overload, unless it becomes more and more.
    private void noteOverload(int count, long now) {
        boolean isLeft = count <= AT_STANDSTILL_MAX && now - movedAt < WORKED_OFF.toNanos();
        if (now - wroteAt <= MOVING.toNanos() && !isLeft) {
            if (!isOverloaded(now)) {
                overloadedSince = now;
            }
            overloadedAt = now;
        }
    }

    private boolean isStandstill(long now) {
        return isStill(now) || now - movedAt < AFTER.toNanos();
    }

    private boolean isStill(long now) {
        return writes.get() >= WRITES_MIN
                && now - wroteAt > STILL.toNanos()
                && wroteAt - overloadedAt >= OVERLOADED.toNanos();
    }

    void leave(boolean wrote) {
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

    /// Whether so many requests wait for their answers that whatever nobody waits for should give way.
    public boolean isPressed() {
        return underWay.get() > PRESSED_BEYOND;
    }
}
