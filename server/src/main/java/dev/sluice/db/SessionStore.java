package dev.sluice.db;

import org.jdbi.v3.core.Handle;

/// SQL of a session's settings.
final class SessionStore {
    private static final String UNLIMITED = """
            SELECT set_config('statement_timeout', '0', true)
            """;

    private static final String UNSYNCED = """
            SELECT set_config('synchronous_commit', 'off', true)
            """;

    private SessionStore() {}

    /// Lets this transaction's statements take as long as they need.
    static void unlimited(Handle handle) {
        handle.createQuery(UNLIMITED).mapTo(String.class).one();
    }

    /// Lets this transaction's commit go on before it is on disk.
    static void unsynced(Tx tx) {
        Batch.of(UNSYNCED).ask(tx, row -> row.getString(1));
    }
}
