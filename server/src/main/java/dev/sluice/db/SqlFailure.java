package dev.sluice.db;

import java.sql.SQLException;

/// A failed statement of the plain JDBC path, on its way to [Database], which decides whether to try again.
public final class SqlFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    static final String SERIALIZATION_FAILURE = "40001";
    private static final String UNIQUE_VIOLATION = "23505";

    private final SQLException cause;

    public SqlFailure(SQLException cause) {
        super(cause);
        this.cause = cause;
    }

    /// A serialization failure that the caller found itself: [Database] runs the transaction again.
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
