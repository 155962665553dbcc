package dev.sluice.audit;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Which entries are wanted.
///
/// @param action the beginning of it
/// @param subjects what was dealt with, any of these; anything where there are none
/// @param from the first moment that is wanted
/// @param until the first that is wanted no more
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
