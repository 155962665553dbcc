package dev.sluice.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/// An open transaction for reads and writes. Only [Database] begins and ends transactions.
///
/// Statements of a [Batch] are queued until a result is needed, and are then sent together: a transaction of a dozen
/// statements waits for the server two or three times. They run in the order in which they were queued. Other
/// statements first send the queued ones, so that the order holds for them as well.
public final class Tx {
    private static final String COMMIT = "COMMIT";

    private final Handle handle;
    private final List<Pending<?>> waiting = new ArrayList<>();

    Tx(Handle handle) {
        this.handle = handle;
    }

    /// Returns the Jdbi handle for ordinary statements.
    public Handle handle() {
        send();
        return handle;
    }

    /// Returns the plain JDBC connection.
    public Connection connection() {
        send();
        return handle.getConnection();
    }

    <T> Pending<T> add(Pending<T> statement) {
        waiting.add(statement);
        return statement;
    }

    /// Sends the queued statements.
    void send() {
        if (!waiting.isEmpty()) {
            run(waiting.stream().map(Pending::sql).collect(Collectors.joining(";\n")));
        }
    }

    /// Sends the queued statements together with the commit. Only [Database] may call it, since any later
    /// statement would begin a new transaction.
    void sendAndCommit() {
        if (!waiting.isEmpty()) {
            run(waiting.stream().map(Pending::sql).collect(Collectors.joining(";\n", "", ";\n" + COMMIT)));
        }
    }

    private void run(String sql) {
        var sent = List.copyOf(waiting);
        waiting.clear();
        try (var statement = handle.getConnection().prepareStatement(sql)) {
            int parameter = 1;
            for (var each : sent) {
                parameter = each.bind(statement, parameter);
            }
            statement.execute();
            for (var each : sent) {
                each.receive(statement);
                statement.getMoreResults();
            }
        } catch (SQLException failed) {
            throw new SqlFailure(failed);
        }
    }
}
