package dev.sluice.db;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Supplier;

/// Result of a queued statement. [#get] sends all queued statements of its transaction, so queue several before you
/// get the first result.
public final class Pending<T> implements Supplier<T> {
    private final Tx tx;
    private final Batch batch;
    private final ResultReader<T> reader;
    private Optional<T> result = Optional.empty();

    Pending(Tx tx, Batch batch, ResultReader<T> reader) {
        this.tx = tx;
        this.batch = batch;
        this.reader = reader;
    }

    @Override
    public T get() {
        if (result.isEmpty()) {
            tx.send();
        }
        return result.orElseThrow(() -> new IllegalStateException("the statement failed"));
    }

    String sql() {
        return batch.sql();
    }

    int bind(PreparedStatement statement, int firstParameter) throws SQLException {
        return batch.bind(statement, firstParameter);
    }

    void receive(PreparedStatement statement) throws SQLException {
        result = Optional.of(reader.receive(statement));
    }

    /// Reads a statement's result at the current position of the JDBC statement.
    @FunctionalInterface
    interface ResultReader<T> {
        T receive(PreparedStatement statement) throws SQLException;
    }
}
