package dev.sluice.audit;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Which entries are wanted.
///
/// @param action the beginning of it
/// @param from the first moment that is wanted
/// @param until the first that is wanted no more
public record AuditFilter(
        @Nullable UUID actorId,
        @Nullable String action,
        @Nullable String subject,
        @Nullable Instant from,
        @Nullable Instant until) {
    public static AuditFilter all() {
        return new AuditFilter(null, null, null, null, null);
    }
}
