package dev.sluice.node;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How a worker of a node gets on.
///
/// @param begunAt when the step began that is under way; nothing between two steps
/// @param ranAt when a step of it last ended well
/// @param failedAt when one last failed, and of what
public record WorkerReport(
        String name,
        @Nullable Instant begunAt,
        @Nullable Instant ranAt,
        @Nullable Instant failedAt,
        @Nullable String failure) {
    /// Longer than a step takes that gets on.
    private static final Duration SILENT_AFTER = Duration.ofMinutes(5);

    /// Of one that has not begun yet.
    public WorkerReport(String name) {
        this(name, null, null, null, null);
    }

    /// A step began.
    public WorkerReport begun(Instant at) {
        return new WorkerReport(name, at, ranAt, failedAt, failure);
    }

    /// The step ended well.
    public WorkerReport ran(Instant at) {
        return new WorkerReport(name, null, at, failedAt, failure);
    }

    /// The step failed.
    public WorkerReport failed(Instant at, String why) {
        return new WorkerReport(name, null, ranAt, at, why);
    }

    /// Whether the last thing it did was to fail.
    public boolean isFailing() {
        return failedAt != null && (ranAt == null || ranAt.isBefore(failedAt));
    }

    /// Whether it has been at one step for so long that it probably hangs.
    public boolean isSilent(Instant now) {
        return begunAt != null && begunAt.plus(SILENT_AFTER).isBefore(now);
    }
}
