package dev.sluice.ledger;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Proofs of the books that run beside the service, and what came of them. One runs at a time.
public final class Proofs {
    private static final Logger LOG = LoggerFactory.getLogger(Proofs.class);
    /// After that, whoever ran it is taken for dead.
    private static final Duration PATIENCE = Duration.ofHours(2);

    private static final Duration BETWEEN_COUNTS = Duration.ofSeconds(1);

    private final Database database;
    private final Clocks clocks;
    private final List<Audit.Payments> owners;

    /// @param owners everything that moves money in the books
    public Proofs(Database database, Clocks clocks, List<Audit.Payments> owners) {
        this.database = database;
        this.clocks = clocks;
        this.owners = List.copyOf(owners);
    }

    /// A proof: who asked for it, what it counted so far, and what it found once it has ended.
    public record Proof(
            UUID id,
            String actor,
            Instant begunAt,
            @Nullable Instant endedAt,
            Audit.Report report) {
        public boolean isRunning(Instant now) {
            return endedAt == null && begunAt.plus(PATIENCE).isAfter(now);
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
        if (newest(1).stream().anyMatch(proof -> proof.isRunning(now))) {
            return false;
        }
        var id = clocks.newId();
        database.run(tx -> ProofStore.begin(tx, id, actor, now));
        Thread.ofVirtual().name("proof-" + id).start(() -> prove(id));
        return true;
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

    private void prove(UUID id) {
        try {
            var report = Audit.prove(database, owners, counting(id));
            database.run(tx -> ProofStore.end(tx, id, report, clocks.realInstant()));
        } catch (RuntimeException failed) {
            LOG.error("the proof {} did not end", id, failed);
            var report = new Audit.Report(0, 0, 0, List.of("the proof did not end: " + failed.getMessage()));
            database.run(tx -> ProofStore.end(tx, id, report, clocks.realInstant()));
        }
    }
}
