package dev.sluice.db;

import java.sql.Connection;
import org.jdbi.v3.core.Handle;

/// An open transaction. Whoever holds one may read and write through it; only [Database] begins and ends them.
public final class Tx {
    private final Handle handle;

    Tx(Handle handle) {
        this.handle = handle;
    }

    /// Jdbi's fluent side, for ordinary statements.
    public Handle handle() {
        return handle;
    }

    /// Plain JDBC, for the hot path's arrays.
    public Connection connection() {
        return handle.getConnection();
    }
}
