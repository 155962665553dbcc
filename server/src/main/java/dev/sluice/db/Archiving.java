package dev.sluice.db;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How PostgreSQL gets on with archiving its write-ahead log, from which a backup is brought up to a moment.
///
/// @param on whether segments are archived at all
/// @param archivedAt when a segment was archived last
/// @param failedAt when archiving one failed last
public record Archiving(
        boolean on, @Nullable Instant archivedAt, @Nullable Instant failedAt) {
    public static Archiving of(Database database) {
        return database.browse(FactStore::archiving);
    }

    /// Reports whether the last attempt to archive a segment failed.
    public boolean isFailing() {
        return on && failedAt != null && (archivedAt == null || failedAt.isAfter(archivedAt));
    }
}
