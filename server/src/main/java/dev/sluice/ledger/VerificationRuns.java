package dev.sluice.ledger;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs verifications of the ledger in the background and stores their results. Only one runs at a time. Each has a
/// lease that its node renews, so that a run whose node died soon no longer blocks others.
public final class VerificationRuns implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(VerificationRuns.class);
    private static final Duration LEASE = Duration.ofMinutes(1);
    /// Number of renewals per lease: a short outage of the database ends no lease.
    private static final int RENEWALS = 4;

    private static final Duration BETWEEN_COUNTS = Duration.ofSeconds(1);

    private final Database database;
    private final Clocks clocks;
    private final List<LedgerVerifier.Payments> owners;
    private final Duration lease;
    /// Runs of this node.
    private final Set<UUID> running = ConcurrentHashMap.newKeySet();

    private volatile boolean closed;

    /// @param owners all packages that move money
    public VerificationRuns(Database database, Clocks clocks, List<LedgerVerifier.Payments> owners) {
        this(database, clocks, owners, LEASE);
    }

    /// Creates the runner with another lease.
    ///
    /// @param lease time without a renewal after which a run counts as dead
    VerificationRuns(Database database, Clocks clocks, List<LedgerVerifier.Payments> owners, Duration lease) {
        this.database = database;
        this.clocks = clocks;
        this.owners = List.copyOf(owners);
        this.lease = lease;
    }

    /// A verification run: its initiator, the counts so far, and the result once it has ended.
    ///
    /// @param leasedUntil end of the lease, after which its node counts as dead
    public record Proof(
            UUID id,
            String actor,
            Instant begunAt,
            Instant leasedUntil,
            @Nullable Instant endedAt,
            LedgerVerifier.Report report) {
        public boolean isRunning(Instant now) {
            return endedAt == null && leasedUntil.isAfter(now);
        }

        public boolean isValid() {
            return endedAt != null && report.isClean();
        }
    }

    /// Returns the newest runs, newest first.
    public List<Proof> newest(int limit) {
        return database.read(handle -> VerificationRunStore.newest(handle, limit));
    }

    /// Starts a run unless one is active.
    ///
    /// @return true if a run was started
    public boolean begin(String actor) {
        var now = clocks.realInstant();
        var begun = database.inTx(tx -> begin(tx, actor, now));
        begun.ifPresent(id -> {
            running.add(id);
            Thread.ofVirtual().name("proof-" + id).start(() -> prove(id));
        });
        return begun.isPresent();
    }

    /// Stores a verification that ran outside the service, for reports on the age of the newest one.
    public void store(String actor, Instant begunAt, LedgerVerifier.Report report) {
        var now = clocks.realInstant();
        database.run(tx -> {
            var id = VerificationRunStore.held(tx).map(clocks::newIdAfter).orElseGet(clocks::newId);
            VerificationRunStore.begin(tx, id, actor, begunAt, now);
            VerificationRunStore.end(tx, id, report, now);
        });
    }

    /// Inserts a run unless one is active. The lock on the newest run serializes concurrent starts, so that only
    /// the first one succeeds. Before the very first run there is no row to lock, and two may start, which is
    /// harmless.
    private Optional<UUID> begin(Tx tx, String actor, Instant now) {
        var newest = VerificationRunStore.held(tx);
        if (VerificationRunStore.newest(tx.handle(), 1).stream().anyMatch(proof -> proof.isRunning(now))) {
            return Optional.empty();
        }
        var id = newest.map(clocks::newIdAfter).orElseGet(clocks::newId);
        VerificationRunStore.begin(tx, id, actor, now, now.plus(lease));
        return Optional.of(id);
    }

    /// Returns a callback that stores intermediate counts at most once per interval, since pages are frequent.
    private Consumer<LedgerVerifier.Report> counting(UUID id) {
        var written = new AtomicReference<>(Instant.EPOCH);
        return report -> {
            var now = clocks.realInstant();
            if (!now.isBefore(written.get().plus(BETWEEN_COUNTS))) {
                written.set(now);
                database.run(tx -> VerificationRunStore.count(tx, id, report));
            }
        };
    }

    /// Renews the lease until the run ends, since some of its statements take minutes.
    private void renew(UUID id, CountDownLatch ended) {
        try {
            while (!ended.await(lease.dividedBy(RENEWALS).toMillis(), TimeUnit.MILLISECONDS) && !closed) {
                try {
                    database.run(tx -> VerificationRunStore.lease(
                            tx, id, clocks.realInstant().plus(lease)));
                } catch (RuntimeException failed) {
                    LOG.warn("heartbeat of verification {} not stored: {}", id, failed.getMessage());
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void prove(UUID id) {
        var ended = new CountDownLatch(1);
        Thread.ofVirtual().name("proof-lease-" + id).start(() -> renew(id, ended));
        try {
            end(id, LedgerVerifier.verify(database, owners, counting(id)));
        } catch (RuntimeException failed) {
            if (!closed) {
                LOG.error("verification {} failed", id, failed);
                end(id, cut(String.valueOf(failed.getMessage())));
            }
        } finally {
            ended.countDown();
            running.remove(id);
        }
    }

    private void end(UUID id, LedgerVerifier.Report report) {
        database.run(tx -> VerificationRunStore.end(tx, id, report, clocks.realInstant()));
    }

    private static LedgerVerifier.Report cut(String reason) {
        return new LedgerVerifier.Report(0, 0, 0, List.of("the verification did not finish: " + reason));
    }

    /// Ends the runs of this stopping node as unfinished, so that no user waits for them.
    @Override
    public void close() {
        closed = true;
        running.forEach(id -> end(id, cut("its node was stopped")));
    }
}
