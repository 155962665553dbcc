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

/// Proofs of the books that run beside the service, and what came of them. One runs at a time. It is leased
/// to its node, which renews that while it works: one whose node died is soon in nobody's way.
public final class Proofs implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Proofs.class);
    private static final Duration LEASE = Duration.ofMinutes(1);
    /// So often a lease is renewed before it would end: a database that is away for a moment ends none.
    private static final int RENEWALS = 4;

    private static final Duration BETWEEN_COUNTS = Duration.ofSeconds(1);

    private final Database database;
    private final Clocks clocks;
    private final List<Audit.Payments> owners;
    private final Duration lease;
    /// Those that this node runs.
    private final Set<UUID> running = ConcurrentHashMap.newKeySet();

    private volatile boolean closed;

    /// @param owners everything that moves money in the books
    public Proofs(Database database, Clocks clocks, List<Audit.Payments> owners) {
        this(database, clocks, owners, LEASE);
    }

    /// The same.
    ///
    /// @param lease how long a proof is taken for running of which its node says no more
    Proofs(Database database, Clocks clocks, List<Audit.Payments> owners, Duration lease) {
        this.database = database;
        this.clocks = clocks;
        this.owners = List.copyOf(owners);
        this.lease = lease;
    }

    /// A proof: who asked for it, what it counted so far, and what it found once it has ended.
    ///
    /// @param leasedUntil when its node is taken for dead, unless it says something; null of one that a
    ///     version before began
    public record Proof(
            UUID id,
            String actor,
            Instant begunAt,
            @Nullable Instant leasedUntil,
            @Nullable Instant endedAt,
            Audit.Report report) {
        public boolean isRunning(Instant now) {
            return endedAt == null && leasedUntil != null && leasedUntil.isAfter(now);
        }

        public boolean isRight() {
            return endedAt != null && report.isClean();
        }
    }

    /// The newest ones, newest first.
    public List<Proof> newest(int limit) {
        return database.read(handle -> ProofStore.newest(handle, limit));
    }

    /// Begins a proof, unless one is running.
    ///
    /// @return whether one was begun
    public boolean begin(String actor) {
        var now = clocks.realInstant();
        var begun = database.inTx(tx -> begin(tx, actor, now));
        begun.ifPresent(id -> {
            running.add(id);
            Thread.ofVirtual().name("proof-" + id).start(() -> prove(id));
        });
        return begun.isPresent();
    }

    /// Keeps a proof that somebody ran beside the service, for who asks how old the newest is.
    public void keep(String actor, Instant begunAt, Audit.Report report) {
        var now = clocks.realInstant();
        database.run(tx -> {
            var id = ProofStore.held(tx).map(clocks::newIdAfter).orElseGet(clocks::newId);
            ProofStore.begin(tx, id, actor, begunAt, now);
            ProofStore.end(tx, id, report, now);
        });
    }

    /// The newest proof is held meanwhile, so that of several who begin one at once all but the first see
    /// that one runs. Before the very first there is none to hold: then two may run, which harms nobody.
    private Optional<UUID> begin(Tx tx, String actor, Instant now) {
        var newest = ProofStore.held(tx);
        if (ProofStore.newest(tx.handle(), 1).stream().anyMatch(proof -> proof.isRunning(now))) {
            return Optional.empty();
        }
        var id = newest.map(clocks::newIdAfter).orElseGet(clocks::newId);
        ProofStore.begin(tx, id, actor, now, now.plus(lease));
        return Optional.of(id);
    }

    /// Writes down what was counted so far, for who waits for the result; now and then, since it is counted fast.
    private Consumer<Audit.Report> counting(UUID id) {
        var written = new AtomicReference<>(Instant.EPOCH);
        return report -> {
            var now = clocks.realInstant();
            if (!now.isBefore(written.get().plus(BETWEEN_COUNTS))) {
                written.set(now);
                database.run(tx -> ProofStore.count(tx, id, report));
            }
        };
    }

    /// Says that this node still runs it, until it has ended: some of its statements take minutes.
    private void renew(UUID id, CountDownLatch ended) {
        try {
            while (!ended.await(lease.dividedBy(RENEWALS).toMillis(), TimeUnit.MILLISECONDS) && !closed) {
                try {
                    database.run(
                            tx -> ProofStore.lease(tx, id, clocks.realInstant().plus(lease)));
                } catch (RuntimeException failed) {
                    LOG.warn("it could not be said that the proof {} goes on: {}", id, failed.getMessage());
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
            end(id, Audit.prove(database, owners, counting(id)));
        } catch (RuntimeException failed) {
            if (!closed) {
                LOG.error("the proof {} did not end", id, failed);
                end(id, cut(String.valueOf(failed.getMessage())));
            }
        } finally {
            ended.countDown();
            running.remove(id);
        }
    }

    private void end(UUID id, Audit.Report report) {
        database.run(tx -> ProofStore.end(tx, id, report, clocks.realInstant()));
    }

    private static Audit.Report cut(String why) {
        return new Audit.Report(0, 0, 0, List.of("the proof did not end: " + why));
    }

    /// Says of what this node runs that it did not end, so that nobody waits for it: the node stops.
    @Override
    public void close() {
        closed = true;
        running.forEach(id -> end(id, cut("its node was stopped")));
    }
}
