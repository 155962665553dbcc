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

/// The business clock, in whole milliseconds: expiry, retries, due times, and the time in ids. In the sandbox it can
/// be advanced, for every node of the deployment; it never goes back. Signatures and rate limits keep to real time.
public final class Clocks implements InstantSource {
    /// A sandbox cannot be sent further than this into the future.
    public static final Duration OFFSET_MAX = Duration.ofDays(3650);

    private static final long VERSION_7 = 0x7000;
    private static final long TWELVE_BITS = 0xFFF;
    private static final long VARIANT = 1L << 63;

    /// How far a node's time may be ahead of PostgreSQL's where it forgets, or ends, what is old by it.
    private static final Duration AHEAD_MAX = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(Clocks.class);

    private final InstantSource real;
    private final boolean compared;
    private final AtomicBoolean ahead = new AtomicBoolean();
    private final AtomicLong offsetMillis = new AtomicLong();
    private final TimeOrderedEpochFactory ids;

    /// A time that is made up, with which no machine has to agree.
    public Clocks(InstantSource real) {
        this(real, false, TimeOrderedEpochFactory.builder());
    }

    /// The same.
    ///
    /// @param chance what ids have of chance
    public Clocks(InstantSource real, SecureRandom chance) {
        this(real, false, TimeOrderedEpochFactory.builder().withRandom(chance));
    }

    private Clocks(InstantSource real, boolean compared, TimeOrderedEpochFactory.Builder ids) {
        this.real = real;
        this.compared = compared;
        this.ids = ids.withTimeFunction(this::millis).withIncrementPlus1().build();
    }

    /// When something changed that had changed before: now, and a millisecond later than that at least, so that each
    /// state has a time of its own, also where the clock of another node is ahead.
    public static Instant after(Instant before, Instant now) {
        var least = before.plusMillis(1);
        return now.isBefore(least) ? least : now;
    }

    /// The time of a machine, which may be wrong.
    public static Clocks ofMachine(InstantSource real) {
        return new Clocks(real, true, TimeOrderedEpochFactory.builder());
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    /// Real time, for what has to do with signatures.
    public Instant realInstant() {
        return Instant.ofEpochMilli(real.millis());
    }

    @Override
    public long millis() {
        return real.millis() + offsetMillis.get();
    }

    /// A new id (UUIDv7): later ids of one node are greater, and all carry the time at which they were made.
    public UUID newId() {
        return ids.create();
    }

    /// A new id that cannot be guessed from others, for what whoever knows it may see: all of it but the time is
    /// chance.
    public UUID newSecretId(RandomGenerator random) {
        long chance = random.nextLong();
        return new UUID((millis() << 16) | VERSION_7 | (chance & TWELVE_BITS), (random.nextLong() >>> 2) | VARIANT);
    }

    /// The instant that an id carries.
    public static Instant timeOf(UUID id) {
        return Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16);
    }

    /// The smallest id of an instant, so that a span of time is a span of ids.
    public static UUID firstIdOf(Instant instant) {
        return new UUID(instant.toEpochMilli() << 16, 0);
    }

    /// An id that is greater than another one, whose node's clock may have been ahead of this one's.
    public UUID newIdAfter(UUID last) {
        var id = newId();
        return id.compareTo(last) > 0
                ? id
                : new UUID(last.getMostSignificantBits() + (1L << 16), id.getLeastSignificantBits());
    }

    /// The time on which all nodes agree: PostgreSQL's, and how far the sandbox's clock is ahead of that.
    /// What is counted by day or by hour goes by it, so that no wrong clock of a machine begins another day.
    public Instant agreed(Handle handle) {
        return compared ? agreed(ClockStore.now(handle)) : instant();
    }

    /// The same, asked for together with what else the transaction asks, and not earlier than that.
    public Supplier<Instant> agreed(Tx tx) {
        if (!compared) {
            return this::instant;
        }
        var now = ClockStore.ask(tx);
        return () -> agreed(now.get());
    }

    private Instant agreed(Instant now) {
        return now.truncatedTo(ChronoUnit.MILLIS).plus(offset());
    }

    /// A step that forgets what is old, or ends it, with this added: it does nothing while this machine's
    /// time is ahead of PostgreSQL's, by which all would be old.
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
                    "this node's clock is {} ahead of PostgreSQL's: it forgets and ends nothing while that is so", by);
        } else if (!now && ahead.getAndSet(false)) {
            LOG.info("this node's clock is right again");
        }
        return now;
    }

    public Duration offset() {
        return Duration.ofMillis(offsetMillis.get());
    }

    /// Moves the clock forward, for every node.
    public void advance(Database database, Duration by) {
        forwardTo(database.inTx(tx -> ClockStore.advance(tx, by.toMillis())));
    }

    /// Moves the clock forward in the caller's transaction and gives the new offset, which every node, this one too,
    /// takes over with [#refresh(Database)] once it is committed.
    public Duration advance(Tx tx, Duration by) {
        return Duration.ofMillis(ClockStore.advance(tx, by.toMillis()));
    }

    /// Takes over what another node advanced.
    public void refresh(Database database) {
        forwardTo(database.inTx(ClockStore::read));
    }

    /// What was read may be old by now, and the clock never goes back.
    private void forwardTo(long offset) {
        offsetMillis.accumulateAndGet(offset, Math::max);
    }
}
