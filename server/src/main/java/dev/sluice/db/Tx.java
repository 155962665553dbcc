package dev.sluice.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/// An open transaction. Whoever holds one may read and write through it; only [Database] begins and ends them.
///
/// Statements of a [Batch] wait here until somebody looks at a result, and then travel together: a transaction of a
/// dozen statements waits for the server two or three times. They run in the order in which they were given, also
/// among the others, since those send off first what waits.
public final class Tx {
    private static final String COMMIT = "COMMIT";

    private final Handle handle;
    private final List<Pending<?>> waiting = new ArrayList<>();

    Tx(Handle handle) {
        this.handle = handle;
    }

    /// Jdbi's fluent side, for ordinary statements.
    public Handle handle() {
        send();
        return handle;
    }

    /// Plain JDBC.
    public Connection connection() {
        send();
        return handle.getConnection();
    }

    <T> Pending<T> add(Pending<T> statement) {
        waiting.add(statement);
        return statement;
    }

    /// Runs what waits.
    void send() {
        if (!waiting.isEmpty()) {
            run(waiting.stream().map(Pending::sql).collect(Collectors.joining(";\n")));
        }
    }

    /// Runs what waits and commits in the same breath. What comes after that begins anew, and only [Database] comes
    /// after that.
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
