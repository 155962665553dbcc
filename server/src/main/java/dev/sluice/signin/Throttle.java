package dev.sluice.signin;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.vault.Vault;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Rate limiter with exponential back-off, shared by all nodes. An attempt counts before its check, so that parallel
/// attempts all count. A successful attempt is taken back. It limits attempts over time and keeps them in the
/// database; [dev.sluice.net.KeyedLimiter] limits what runs at the same time on one node.
final class Throttle {
    private static final UUID NOBODY = new UUID(0, 0);
    private static final String PURPOSE = "signin_throttle";
    private static final Duration KEPT = Duration.ofHours(24);

    private final Database database;
    private final Vault vault;
    private final Clocks clocks;

    Throttle(Database database, Vault vault, Clocks clocks) {
        this.database = database;
        this.vault = vault;
        this.clocks = clocks;
    }

    /// Counts an attempt. An early attempt is refused and does not count.
    ///
    /// @return the wait if the attempt is refused
    Optional<Duration> tryAcquire(AttemptLimit... buckets) {
        var now = clocks.realInstant();
        // Lock in a fixed order, so that two attempts cannot deadlock.
        var all = List.of(buckets).stream()
                .map(limit -> new Keyed(limit, key(limit)))
                .sorted(Comparator.comparing(each -> HexFormat.of().formatHex(each.key())))
                .toList();
        try {
            database.run(tx -> count(tx, all, now));
            return Optional.empty();
        } catch (TooEarly early) {
            return Optional.of(early.pause);
        }
    }

    private static void count(Tx tx, List<Keyed> all, Instant now) {
        var before = all.stream()
                .map(each -> ThrottleStore.lock(tx.handle(), each.key(), now))
                .toList();
        var freeAt = before.stream()
                .map(AttemptLimit.Tally::freeAt)
                .max(Comparator.naturalOrder())
                .filter(at -> at.isAfter(now));
        if (freeAt.isPresent()) {
            throw new TooEarly(Duration.between(now, freeAt.get()));
        }
        for (int i = 0; i < all.size(); i++) {
            var each = all.get(i);
            ThrottleStore.update(tx.handle(), each.key(), each.bucket().after(before.get(i), now));
        }
    }

    /// Rolls back the transaction of a refused attempt. Otherwise a refused client could leave a row for each
    /// address that it makes up.
    private static final class TooEarly extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Duration pause;

        private TooEarly(Duration pause) {
            super(null, null, false, false);
            this.pause = pause;
        }
    }

    /// Takes back one attempt that was no failure.
    void release(AttemptLimit limit) {
        var now = clocks.realInstant();
        database.run(tx -> ThrottleStore.giveBack(tx.handle(), key(limit), now));
    }

    /// Resets a counter after a success.
    void reset(AttemptLimit limit) {
        database.run(tx -> ThrottleStore.delete(tx.handle(), key(limit)));
    }

    void deleteExpired(Instant now) {
        database.run(tx -> ThrottleStore.deleteExpired(tx.handle(), now.minus(KEPT)));
    }

    private byte[] key(AttemptLimit limit) {
        return vault.fingerprint(NOBODY, PURPOSE, limit.key());
    }

    private record Keyed(AttemptLimit bucket, byte[] key) {}
}
