package dev.sluice.db;

import java.sql.SQLException;

/// A failed statement of the plain JDBC path. [Database] decides about a retry.
public final class SqlFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    static final String SERIALIZATION_FAILURE = "40001";
    private static final String UNIQUE_VIOLATION = "23505";

    private final SQLException cause;

    public SqlFailure(SQLException cause) {
        super(cause);
        this.cause = cause;
    }

    /// Returns a serialization failure that the caller detected itself: [Database] retries the transaction.
    public static SqlFailure overtaken(String message) {
        return new SqlFailure(new SQLException(message, SERIALIZATION_FAILURE));
    }

    SQLException cause() {
        return cause;
    }

    public boolean isUniqueViolation() {
        return UNIQUE_VIOLATION.equals(cause.getSQLState());
    }
}
