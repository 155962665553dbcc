package dev.sluice.db;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.StatementCustomizer;
import org.postgresql.PGStatement;

/// For statements with optional filters: a plan made for the filters that are there uses their index, where one kept
/// for all cases would use none.
public final class PlannedEachTime implements StatementCustomizer {
    @Override
    public void beforeExecution(PreparedStatement statement, StatementContext context) throws SQLException {
        statement.unwrap(PGStatement.class).setPrepareThreshold(0);
    }
}
