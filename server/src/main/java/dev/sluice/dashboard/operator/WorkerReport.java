package dev.sluice.dashboard.operator;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How a worker of this node gets on.
///
/// @param ranAt when a step of it last ended well
/// @param failedAt when one last failed, and of what
public record WorkerReport(
        String name,
        @Nullable Instant ranAt,
        @Nullable Instant failedAt,
        @Nullable String failure) {
    /// Whether the last thing it did was to fail.
    public boolean isFailing() {
        return failedAt != null && (ranAt == null || ranAt.isBefore(failedAt));
    }
}
