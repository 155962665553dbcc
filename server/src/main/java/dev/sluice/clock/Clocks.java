package dev.sluice.clock;

import com.github.f4b6a3.uuid.factory.standard.TimeOrderedEpochFactory;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The business clock in whole milliseconds, for expiry, retries, due times and the time in ids. In a sandbox it can
/// be advanced on every node of the deployment; it never goes back. Signatures and rate limits use real time.
public final class Clocks implements InstantSource {
    /// Maximum offset of a sandbox's clock.
    public static final Duration OFFSET_MAX = Duration.ofDays(3650);

    private static final long VERSION_7 = 0x7000;
    private static final long TWELVE_BITS = 0xFFF;
    private static final long VARIANT = 1L << 63;

    /// Maximum lead of a node's clock over PostgreSQL's. With a larger lead the node neither expires nor deletes
    /// old data.
    private static final Duration AHEAD_MAX = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(Clocks.class);

    private final InstantSource real;
    private final boolean compared;
    private final AtomicBoolean ahead = new AtomicBoolean();
    private final AtomicLong offsetMillis = new AtomicLong();
    private final TimeOrderedEpochFactory ids;

    /// Creates a clock with a simulated time, not compared with PostgreSQL's.
    public Clocks(InstantSource real) {
        this(real, false, TimeOrderedEpochFactory.builder());
    }

    /// Creates a clock with a simulated time and a given random source.
    ///
    /// @param chance random source of ids
    public Clocks(InstantSource real, SecureRandom chance) {
        this(real, false, TimeOrderedEpochFactory.builder().withRandom(chance));
    }

    private Clocks(InstantSource real, boolean compared, TimeOrderedEpochFactory.Builder ids) {
        this.real = real;
        this.compared = compared;
        this.ids = ids.withTimeFunction(this::millis).withIncrementPlus1().build();
    }

    /// Returns the time of a change: now, but at least a millisecond after the previous change. Each version so
    /// has its own time even if another node's clock is ahead.
    public static Instant after(Instant before, Instant now) {
        var least = before.plusMillis(1);
        return now.isBefore(least) ? least : now;
    }

    /// Creates the clock of a machine, compared with PostgreSQL's because it may be wrong.
    public static Clocks ofMachine(InstantSource real) {
        return new Clocks(real, true, TimeOrderedEpochFactory.builder());
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    /// Returns real time, for signatures.
    public Instant realInstant() {
        return Instant.ofEpochMilli(real.millis());
    }

    @Override
    public long millis() {
        return real.millis() + offsetMillis.get();
    }

    /// Returns a new id (UUIDv7). Later ids of one node are greater, and all contain the time of their creation.
    public UUID newId() {
        return ids.create();
    }

    /// Returns a new id that cannot be guessed, for resources that everyone with the id may see. All of it except
    /// the time is random.
    public UUID newSecretId(RandomGenerator random) {
        long chance = random.nextLong();
        return new UUID((millis() << 16) | VERSION_7 | (chance & TWELVE_BITS), (random.nextLong() >>> 2) | VARIANT);
    }

    /// Returns the instant in an id.
    public static Instant timeOf(UUID id) {
        return Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16);
    }

    /// Returns the smallest id of an instant, so that a time range is a range of ids.
    public static UUID firstIdOf(Instant instant) {
        return new UUID(instant.toEpochMilli() << 16, 0);
    }

    /// Returns an id greater than another one, whose node's clock may have been ahead.
    public UUID newIdAfter(UUID last) {
        var id = newId();
        return id.compareTo(last) > 0
                ? id
                : new UUID(last.getMostSignificantBits() + (1L << 16), id.getLeastSignificantBits());
    }

    /// Returns the time on which all nodes agree: PostgreSQL's plus the sandbox offset. Counts by day or hour use
    /// it, so that a machine's wrong clock starts no other day.
    public Instant sharedInstant(Handle handle) {
        return compared ? sharedInstant(ClockStore.now(handle)) : instant();
    }

    /// Queues the look-up of the agreed time with the transaction's other statements; it is taken when they are
    /// sent.
    public Supplier<Instant> sharedInstant(Tx tx) {
        if (!compared) {
            return this::instant;
        }
        var now = ClockStore.queryNow(tx);
        return () -> sharedInstant(now.get());
    }

    private Instant sharedInstant(Instant now) {
        return now.truncatedTo(ChronoUnit.MILLIS).plus(offset());
    }

    /// The real time that has passed for certain: neither this machine's nor PostgreSQL's clock, where it is
    /// ahead, shortens a waiting time.
    public Instant passed(Tx tx) {
        var own = realInstant();
        var agreed = compared ? ClockStore.now(tx.handle()).truncatedTo(ChronoUnit.MILLIS) : own;
        return agreed.isBefore(own) ? agreed : own;
    }

    /// Wraps a step that expires or deletes old data. It does nothing while this machine's clock is ahead of
    /// PostgreSQL's, since all data would look old.
    public BooleanSupplier careful(Database database, BooleanSupplier sweep) {
        return () -> !isAhead(database) && sweep.getAsBoolean();
    }

    private boolean isAhead(Database database) {
        if (!compared) {
            return false;
        }
        var by = Duration.between(database.read(ClockStore::now), realInstant());
        boolean now = by.compareTo(AHEAD_MAX) > 0;
        if (now && !ahead.getAndSet(true)) {
            LOG.error(
                    "this node's clock is {} ahead of PostgreSQL's: expiry and retention jobs of this node are"
                            + " paused",
                    by);
        } else if (!now && ahead.getAndSet(false)) {
            LOG.info("this node's clock is in sync with PostgreSQL's again");
        }
        return now;
    }

    public Duration offset() {
        return Duration.ofMillis(offsetMillis.get());
    }

    /// Advances the clock of every node.
    public void advance(Database database, Duration by) {
        forwardTo(database.inTx(tx -> ClockStore.advance(tx, by.toMillis())));
    }

    /// Advances the clock in the caller's transaction and returns the new offset. Every node, including this one,
    /// adopts it after the commit with [#refresh(Database)].
    public Duration advance(Tx tx, Duration by) {
        return Duration.ofMillis(ClockStore.advance(tx, by.toMillis()));
    }

    /// Adopts the offset that another node stored.
    public void refresh(Database database) {
        forwardTo(database.inTx(ClockStore::read));
    }

    /// Keeps the larger offset: the value read may be outdated, and the clock never goes back.
    private void forwardTo(long offset) {
        offsetMillis.accumulateAndGet(offset, Math::max);
    }
}
