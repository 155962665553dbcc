package dev.sluice.node;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.Pulse;
import dev.sluice.vault.Vault;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The nodes of this deployment, as this one knows them. Of itself it always knows the newest.
public final class Nodes {
    /// How often a node says that it lives.
    public static final Duration BEAT = Duration.ofSeconds(10);

    private static final String PURPOSE = "node/said";
    private static final Duration KEPT = Duration.ofDays(1);

    private final Database database;
    private final Vault vault;
    private final Clocks clocks;
    private final String version;
    private final Supplier<List<WorkerReport>> workers;
    private final Pulse pulse;
    private final Instant startedAt;
    private final AtomicReference<Optional<UUID>> id = new AtomicReference<>(Optional.empty());

    /// @param version of this node; empty where it is no release
    /// @param workers how those of this node get on
    /// @param pulse how rails answer this node
    public Nodes(
            Database database,
            Vault vault,
            Clocks clocks,
            String version,
            Supplier<List<WorkerReport>> workers,
            Pulse pulse) {
        this.database = database;
        this.vault = vault;
        this.clocks = clocks;
        this.version = version;
        this.workers = workers;
        this.pulse = pulse;
        this.startedAt = clocks.realInstant();
    }

    /// This node, as it is now.
    public NodeReport self() {
        return new NodeReport(
                id(), ThisProcess.get(), version, startedAt, clocks.realInstant(), workers.get(), pulse.all());
    }

    /// All that live, and those that are gone and have not said so: this one first, then as they started.
    public List<NodeReport> all() {
        var self = self();
        var others = database.read(NodeStore::all).stream()
                .filter(row -> !row.id().equals(self.id()))
                .map(this::opened);
        return Stream.concat(Stream.of(self), others).toList();
    }

    /// Says that this node lives, and forgets those that have not for a day.
    public void beat() {
        var self = self();
        var sealed = vault.seal(self.id(), PURPOSE, Said.packed(self));
        var forgotten = self.seenAt().minus(KEPT);
        // Should the database's machine stop right then, the next one says it again.
        database.inUnsyncedTx(tx -> {
            NodeStore.put(tx, NodeStore.Row.of(self, sealed));
            return NodeStore.forget(tx, forgotten);
        });
    }

    /// Says that this node goes, if it ever said that it was there.
    public void leave() {
        id.get().ifPresent(known -> database.inUnsyncedTx(tx -> NodeStore.remove(tx, known)));
    }

    private UUID id() {
        return id.updateAndGet(known -> known.isPresent() ? known : Optional.of(clocks.newId()))
                .orElseThrow();
    }

    private NodeReport opened(NodeStore.Row row) {
        var said = Said.of(vault.open(row.id(), PURPOSE, row.said()));
        return new NodeReport(
                row.id(), row.process(), row.version(), row.startedAt(), row.seenAt(), said.workers(), said.rails());
    }
}
