package dev.sluice.db;

import org.jdbi.v3.core.Handle;

/// SQL of what PostgreSQL says of itself.
final class FactStore {
    private static final String FACTS = """
            SELECT current_setting('server_version') AS version, current_database() AS name,
                   pg_database_size(current_database()) AS bytes,
                   (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()) AS connections,
                   current_setting('max_connections')::integer AS connections_max
            """;

    private FactStore() {}

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
