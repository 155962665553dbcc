package dev.sluice.node;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.RailHealth;
import dev.sluice.vault.Vault;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The nodes of this deployment. The report of this node is always current.
public final class Nodes {
    /// Interval between heartbeats.
    public static final Duration BEAT = Duration.ofSeconds(10);

    private static final String PURPOSE = "node/said";
    private static final Duration KEPT = Duration.ofDays(1);

    private final Database database;
    private final Vault vault;
    private final Clocks clocks;
    private final String version;
    private final Supplier<List<WorkerReport>> workers;
    private final RailHealth health;
    private final Instant startedAt;
    private final AtomicReference<Optional<UUID>> id = new AtomicReference<>(Optional.empty());

    /// @param version release of this node; empty for a development build
    /// @param workers reports of this node's workers
    /// @param health health of rails as seen by this node
    public Nodes(
            Database database,
            Vault vault,
            Clocks clocks,
            String version,
            Supplier<List<WorkerReport>> workers,
            RailHealth health) {
        this.database = database;
        this.vault = vault;
        this.clocks = clocks;
        this.version = version;
        this.workers = workers;
        this.health = health;
        this.startedAt = clocks.realInstant();
    }

    /// Returns the current report of this node.
    public NodeReport self() {
        return new NodeReport(
                id(), ThisProcess.get(), version, startedAt, clocks.realInstant(), workers.get(), health.all());
    }

    /// Returns all nodes, including dead ones that did not sign off: this one first, then the others by start
    /// time.
    public List<NodeReport> all() {
        var self = self();
        var others = database.read(NodeStore::all).stream()
                .filter(row -> !row.id().equals(self.id()))
                .map(this::opened);
        return Stream.concat(Stream.of(self), others).toList();
    }

    /// Stores a heartbeat and deletes nodes without one for a day.
    public void recordSeen() {
        var self = self();
        var sealed = vault.seal(self.id(), PURPOSE, NodeStatus.packed(self));
        var forgotten = self.seenAt().minus(KEPT);
        // If the database's machine crashes now, the next heartbeat replaces this one.
        database.inUnsyncedTx(tx -> {
            NodeStore.put(tx, NodeStore.Row.of(self, sealed));
            return NodeStore.deleteOld(tx, forgotten);
        });
    }

    /// Deletes this node's row, if it ever stored a heartbeat.
    public void leave() {
        id.get().ifPresent(known -> database.inUnsyncedTx(tx -> NodeStore.remove(tx, known)));
    }

    private UUID id() {
        return id.updateAndGet(known -> known.isPresent() ? known : Optional.of(clocks.newId()))
                .orElseThrow();
    }

    private NodeReport opened(NodeStore.Row row) {
        var status = NodeStatus.of(vault.open(row.id(), PURPOSE, row.status()));
        return new NodeReport(
                row.id(),
                row.process(),
                row.version(),
                row.startedAt(),
                row.seenAt(),
                status.workers(),
                status.rails());
    }
}
