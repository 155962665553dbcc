package dev.sluice.audit;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Filter of entries.
///
/// @param action prefix of the action
/// @param subjects ids of the subjects; empty for any
/// @param from start of the period, inclusive
/// @param until end of the period, exclusive
public record AuditFilter(
        @Nullable UUID actorId,
        @Nullable String action,
        List<String> subjects,
        @Nullable Instant from,
        @Nullable Instant until) {
    public AuditFilter {
        subjects = List.copyOf(subjects);
    }

    public static AuditFilter all() {
        return new AuditFilter(null, null, List.of(), null, null);
    }
}
