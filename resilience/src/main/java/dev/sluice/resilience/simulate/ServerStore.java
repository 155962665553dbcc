package dev.sluice.resilience.simulate;

import dev.sluice.db.Database;

/// SQL on PostgreSQL's own state.
final class ServerStore {
    private static final String CONNECTIONS = "SELECT count(*) FROM pg_stat_activity WHERE application_name = :caller";
    private static final String TIDY = "VACUUM (ANALYZE)";

    private final Database database;

    ServerStore(Database database) {
        this.database = database;
    }

    /// Returns the number of a caller's connections.
    int connections(String caller) {
        return database.read(handle -> handle.createQuery(CONNECTIONS)
                .bind("caller", caller)
                .mapTo(Integer.class)
                .one());
    }

    void tidy() {
        database.read(handle -> handle.execute(TIDY));
    }
}
