package dev.sluice.db;

import org.jdbi.v3.core.Handle;

/// SQL for a session's settings.
final class SessionStore {
    private static final String UNLIMITED = """
            SELECT set_config('statement_timeout', '0', true)
            """;

    private static final String UNSYNCED = """
            SELECT set_config('synchronous_commit', 'off', true)
            """;

    private SessionStore() {}

    /// Removes the statement timeout for this transaction.
    static void unlimited(Handle handle) {
        handle.createQuery(UNLIMITED).mapTo(String.class).one();
    }

    /// Makes this transaction's commit asynchronous: it does not wait for the disk.
    static void unsynced(Tx tx) {
        Batch.of(UNSYNCED).queueQuery(tx, row -> row.getString(1));
    }
}
