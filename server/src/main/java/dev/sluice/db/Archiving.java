package dev.sluice.db;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// State of PostgreSQL's WAL archiving, which point-in-time recovery depends on.
///
/// @param on true if WAL segments are archived
/// @param archivedAt time of the last archived segment
/// @param failedAt time of the last failed attempt
public record Archiving(
        boolean on, @Nullable Instant archivedAt, @Nullable Instant failedAt) {
    public static Archiving of(Database database) {
        return database.browse(FactStore::archiving);
    }

    /// Returns true if the last attempt to archive a segment failed.
    public boolean isFailing() {
        return on && failedAt != null && (archivedAt == null || failedAt.isAfter(archivedAt));
    }
}
