package dev.sluice.node;

import dev.sluice.rail.RailHealth.Reading;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Heartbeat of a node.
///
/// @param process machine and process of the node
/// @param version release of the node; empty for a development build
/// @param seenAt time of the last heartbeat
/// @param rails health of each rail that the node has called since its start
public record NodeReport(
        UUID id,
        ThisProcess process,
        String version,
        Instant startedAt,
        Instant seenAt,
        List<WorkerReport> workers,
        Map<String, Reading> rails) {
    /// Time without a heartbeat after which a node counts as missing; heartbeats are ten seconds apart.
    private static final Duration MISSED_AFTER = Duration.ofSeconds(45);

    public NodeReport {
        workers = List.copyOf(workers);
        rails = Map.copyOf(rails);
    }

    /// Returns true if heartbeats have stopped: the node is probably dead or cannot reach the database.
    public boolean isMissed(Instant now) {
        return seenAt.plus(MISSED_AFTER).isBefore(now);
    }

    /// Returns the workers with a failed last step or a step that has been running for too long.
    public List<WorkerReport> troubled(Instant now) {
        return workers.stream()
                .filter(worker -> worker.isFailing() || worker.isSilent(now))
                .toList();
    }

    /// Returns the health of a rail as seen by the node.
    public Reading of(String rail) {
        return rails.getOrDefault(rail, Reading.NONE);
    }
}
