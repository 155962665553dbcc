package dev.sluice.db;

import org.jdbi.v3.core.Handle;

/// SQL for PostgreSQL's version, size and archiving state.
final class FactStore {
    private static final String FACTS = """
        SELECT current_setting('server_version') AS version, current_database() AS name,
               pg_database_size(current_database()) AS bytes,
               (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()) AS connections,
               current_setting('max_connections')::integer AS connections_max
        """;

    private static final String ARCHIVING = """
        SELECT current_setting('archive_mode') <> 'off' AS active, last_archived_time, last_failed_time
        FROM pg_stat_archiver
        """;

    private FactStore() {}

    static Archiving archiving(Handle handle) {
        return handle.createQuery(ARCHIVING)
                .map((row, _) -> new Archiving(
                        row.getBoolean("active"),
                        Times.optionalInstant(row, "last_archived_time"),
                        Times.optionalInstant(row, "last_failed_time")))
                .one();
    }

    static Facts facts(Handle handle) {
        return handle.createQuery(FACTS)
                .map((row, _) -> new Facts(
                        row.getString("version"),
                        row.getString("name"),
                        row.getLong("bytes"),
                        row.getInt("connections"),
                        row.getInt("connections_max")))
                .one();
    }
}
