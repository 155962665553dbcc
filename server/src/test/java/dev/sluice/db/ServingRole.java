package dev.sluice.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;

/// A role with the rights of the serving role, for tests of an attacker with its password.
public final class ServingRole implements AutoCloseable {
    private final Database database;
    private final String name = "serving_" + UUID.randomUUID().toString().replace("-", "");

    public ServingRole(Database database) {
        this.database = database;
        database.run(tx -> {
            tx.handle().execute("CREATE ROLE " + name);
            RightsStore.nameServingRole(tx.handle(), name);
            run(tx.connection());
        });
    }

    private static void run(Connection connection) {
        try (var statement = connection.createStatement()) {
            statement.execute(rights());
        } catch (SQLException failed) {
            throw new SqlFailure(failed);
        }
    }

    private static String rights() {
        try (var in = ServingRole.class.getResourceAsStream("/db/rights.sql")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// Runs a statement as this role and returns the number of changed rows.
    ///
    /// @throws UnableToExecuteStatementException if the role lacks the right
    public int execute(String sql, Object... arguments) {
        return database.inTx(tx -> {
            tx.handle().execute("SET LOCAL ROLE " + name);
            return tx.handle().execute(sql, arguments);
        });
    }

    @Override
    public void close() {
        database.run(tx -> {
            tx.handle().execute("DROP OWNED BY " + name);
            tx.handle().execute("DROP ROLE " + name);
        });
    }
}
