package dev.sluice.db;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// A statement over many rows: each parameter is a column, sent as an array for `unnest`. The statement's text does
/// not depend on the number of rows, so that it is prepared once.
public final class Batch {
    private static final String COUNTED = "WITH changed AS (";
    /// Divides by zero if the number of rows differs from the expected one.
    private static final String AS_EXPECTED = " RETURNING 1) SELECT 1 / (count(*) = ?)::integer FROM changed";

    private static final int ROWS_FETCHED = 500;

    private final String sql;
    private final List<BinaryArray> columns = new ArrayList<>();
    private OptionalInt expectedRows = OptionalInt.empty();

    private Batch(String sql) {
        this.sql = sql;
    }

    public static Batch of(String sql) {
        return new Batch(sql);
    }

    public <T> Batch uuids(List<T> rows, Function<T, @Nullable UUID> value) {
        return column(BinaryArray.of(BinaryArray.Type.UUIDS, rows, value));
    }

    public <T> Batch texts(List<T> rows, Function<T, @Nullable String> value) {
        return column(BinaryArray.of(BinaryArray.Type.TEXTS, rows, value));
    }

    public <T> Batch bytes(List<T> rows, Function<T, byte @Nullable []> value) {
        return column(BinaryArray.of(BinaryArray.Type.BYTES, rows, value));
    }

    public <T> Batch integers(List<T> rows, Function<T, Integer> value) {
        return column(BinaryArray.of(BinaryArray.Type.INTEGERS, rows, value));
    }

    public <T> Batch booleans(List<T> rows, Function<T, Boolean> value) {
        return column(BinaryArray.of(BinaryArray.Type.BOOLEANS, rows, value));
    }

    public <T> Batch longs(List<T> rows, Function<T, @Nullable Long> value) {
        return column(BinaryArray.of(BinaryArray.Type.LONGS, rows, value));
    }

    public <T> Batch units(List<T> rows, Function<T, @Nullable BigInteger> value) {
        return decimals(rows, row -> {
            var units = value.apply(row);
            return units == null ? null : new BigDecimal(units);
        });
    }

    public <T> Batch decimals(List<T> rows, Function<T, @Nullable BigDecimal> value) {
        return column(BinaryArray.of(BinaryArray.Type.DECIMALS, rows, value));
    }

    public <T> Batch instants(List<T> rows, Function<T, @Nullable Instant> value) {
        return column(BinaryArray.of(BinaryArray.Type.INSTANTS, rows, value));
    }

    private Batch column(BinaryArray column) {
        columns.add(column);
        return this;
    }

    /// Queues a statement that changes rows. It runs by the end of the transaction at the latest.
    ///
    /// @return the number of rows
    public Pending<Integer> write(Tx tx) {
        return tx.add(new Pending<>(tx, this, PreparedStatement::getUpdateCount));
    }

    /// Queues a statement that must change exactly this many rows. PostgreSQL counts them and fails the
    /// transaction on a mismatch, because the statement may be sent together with the commit.
    public void write(Tx tx, int rows) {
        expectedRows = OptionalInt.of(rows);
        tx.add(new Pending<>(tx, this, _ -> rows));
    }

    /// Runs a statement that changes rows and returns their number.
    public int update(Tx tx) {
        return write(tx).get();
    }

    /// Queues a statement that returns rows. It runs once its result is needed.
    public <R> Pending<List<R>> queueQuery(Tx tx, RowReader<R> reader) {
        return tx.add(new Pending<>(tx, this, statement -> {
            try (var rows = Objects.requireNonNull(statement.getResultSet())) {
                return read(rows, reader);
            }
        }));
    }

    /// Runs a statement that returns rows.
    public <R> List<R> query(Tx tx, RowReader<R> reader) {
        return queueQuery(tx, reader).get();
    }

    /// Runs a query outside a [Tx], where nothing is queued.
    public <R> List<R> query(Handle handle, RowReader<R> reader) {
        try (var statement = handle.getConnection().prepareStatement(sql)) {
            bind(statement, 1);
            try (var rows = statement.executeQuery()) {
                return read(rows, reader);
            }
        } catch (SQLException failed) {
            throw new SqlFailure(failed);
        }
    }

    /// Streams the rows of a query. In a transaction, only one fetch of them is in memory at a time.
    public <R> void query(Handle handle, RowReader<R> reader, Consumer<R> each) {
        try (var statement = handle.getConnection().prepareStatement(sql)) {
            statement.setFetchSize(ROWS_FETCHED);
            bind(statement, 1);
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    each.accept(reader.read(rows));
                }
            }
        } catch (SQLException failed) {
            throw new SqlFailure(failed);
        }
    }

    private static <R> List<R> read(ResultSet rows, RowReader<R> reader) throws SQLException {
        var results = new ArrayList<R>();
        while (rows.next()) {
            results.add(reader.read(rows));
        }
        return results;
    }

    String sql() {
        return expectedRows.isPresent() ? COUNTED + sql + AS_EXPECTED : sql;
    }

    /// Binds the parameters from an index on and returns the index after the last one.
    int bind(PreparedStatement statement, int firstParameter) throws SQLException {
        int parameter = firstParameter;
        for (var column : columns) {
            statement.setObject(parameter++, column);
        }
        if (expectedRows.isPresent()) {
            statement.setInt(parameter++, expectedRows.getAsInt());
        }
        return parameter;
    }

    /// Reads one row.
    @FunctionalInterface
    public interface RowReader<R> {
        R read(ResultSet row) throws SQLException;
    }
}
