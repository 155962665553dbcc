package dev.sluice.db;

import org.jdbi.v3.core.Handle;

/// SQL of a session's settings.
final class SessionStore {
    private static final String UNLIMITED = """
            SELECT set_config('statement_timeout', '0', true)
            """;

    private SessionStore() {}

    /// Lets this transaction's statements take as long as they need.
    static void unlimited(Handle handle) {
        handle.createQuery(UNLIMITED).mapTo(String.class).one();
    }
}
