package dev.sluice.db;

import java.sql.SQLException;

/// A failed statement of the plain JDBC path, on its way to [Database], which decides whether to try again.
public final class SqlFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final String UNIQUE_VIOLATION = "23505";

    private final SQLException cause;

    public SqlFailure(SQLException cause) {
        super(cause);
        this.cause = cause;
    }

    SQLException cause() {
        return cause;
    }

    public boolean isUniqueViolation() {
        return UNIQUE_VIOLATION.equals(cause.getSQLState());
    }
}
