package dev.sluice.node;

import dev.sluice.rail.Pulse.Reading;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// What a node says of itself.
///
/// @param process the machine and the process that it is
/// @param version empty where it is no release
/// @param seenAt when it last said so
/// @param rails how each rail that it asked has answered since it started
public record NodeReport(
        UUID id,
        ThisProcess process,
        String version,
        Instant startedAt,
        Instant seenAt,
        List<WorkerReport> workers,
        Map<String, Reading> rails) {
    /// Longer than a node that lives is silent: it says something every ten seconds.
    private static final Duration MISSED_AFTER = Duration.ofSeconds(45);

    public NodeReport {
        workers = List.copyOf(workers);
        rails = Map.copyOf(rails);
    }

    /// Whether it has said nothing for so long that it is probably gone, or cannot reach the database.
    public boolean isMissed(Instant now) {
        return seenAt.plus(MISSED_AFTER).isBefore(now);
    }

    /// Its workers whose last step failed, or that are at one for too long.
    public List<WorkerReport> troubled(Instant now) {
        return workers.stream()
                .filter(worker -> worker.isFailing() || worker.isSilent(now))
                .toList();
    }

    /// How a rail has answered it.
    public Reading of(String rail) {
        return rails.getOrDefault(rail, Reading.NONE);
    }
}
