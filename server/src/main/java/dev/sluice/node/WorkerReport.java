package dev.sluice.node;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// State of a node's worker.
///
/// @param begunAt start of the running step; null between steps
/// @param ranAt time of the last successful step
/// @param failedAt time of the last failed step
public record WorkerReport(
        String name,
        @Nullable Instant begunAt,
        @Nullable Instant ranAt,
        @Nullable Instant failedAt,
        @Nullable String failure) {
    /// Maximum duration of a step; beyond it the step counts as hanging.
    private static final Duration SILENT_AFTER = Duration.ofMinutes(5);

    /// Creates the report of a worker that has not begun yet.
    public WorkerReport(String name) {
        this(name, null, null, null, null);
    }

    /// Returns a copy with a running step.
    public WorkerReport begun(Instant at) {
        return new WorkerReport(name, at, ranAt, failedAt, failure);
    }

    /// Returns a copy after a successful step.
    public WorkerReport ran(Instant at) {
        return new WorkerReport(name, null, at, failedAt, failure);
    }

    /// Returns a copy after a failed step.
    public WorkerReport failed(Instant at, String reason) {
        return new WorkerReport(name, null, ranAt, at, reason);
    }

    /// Returns true if the last step failed.
    public boolean isFailing() {
        return failedAt != null && (ranAt == null || ranAt.isBefore(failedAt));
    }

    /// Returns true if a step has been running for so long that it probably hangs.
    public boolean isSilent(Instant now) {
        return begunAt != null && begunAt.plus(SILENT_AFTER).isBefore(now);
    }
}
