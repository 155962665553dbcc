package dev.sluice.db;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// One statement over many rows: each parameter is a column, sent as an array for `unnest`. The statement's text stays
/// constant whatever the number of rows, so it is prepared once.
public final class Batch {
    private final String sql;
    private final List<Column> columns = new ArrayList<>();

    private Batch(String sql) {
        this.sql = sql;
    }

    public static Batch of(String sql) {
        return new Batch(sql);
    }

    public <T> Batch uuids(List<T> rows, Function<T, @Nullable UUID> value) {
        return column("uuid", rows, value::apply);
    }

    public <T> Batch texts(List<T> rows, Function<T, @Nullable String> value) {
        return column("text", rows, value::apply);
    }

    /// The driver takes bytes only as an array of byte arrays, not of objects.
    public <T> Batch bytes(List<T> rows, Function<T, byte @Nullable []> value) {
        // The driver takes bytes only from an array of exactly this type.
        var values = new byte[rows.size()] @Nullable [];
        for (int i = 0; i < values.length; i++) {
            values[i] = value.apply(rows.get(i));
        }
        columns.add(new Column("bytea", values));
        return this;
    }

    public <T> Batch integers(List<T> rows, Function<T, Integer> value) {
        return column("int4", rows, value::apply);
    }

    public <T> Batch booleans(List<T> rows, Function<T, Boolean> value) {
        return column("bool", rows, value::apply);
    }

    public <T> Batch longs(List<T> rows, Function<T, @Nullable Long> value) {
        return column("int8", rows, value::apply);
    }

    public <T> Batch units(List<T> rows, Function<T, @Nullable BigInteger> value) {
        return column("numeric", rows, row -> {
            var units = value.apply(row);
            return units == null ? null : new BigDecimal(units);
        });
    }

    public <T> Batch decimals(List<T> rows, Function<T, @Nullable BigDecimal> value) {
        return column("numeric", rows, value::apply);
    }

    public <T> Batch instants(List<T> rows, Function<T, @Nullable Instant> value) {
        return column("timestamptz", rows, row -> {
            var instant = value.apply(row);
            return instant == null ? null : OffsetDateTime.ofInstant(instant, ZoneOffset.UTC);
        });
    }

    private <T> Batch column(String type, List<T> rows, Function<T, @Nullable Object> value) {
        var values = new @Nullable Object[rows.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value.apply(rows.get(i));
        }
        columns.add(new Column(type, values));
        return this;
    }

    /// Runs a statement that changes rows and gives their number.
    public int update(Tx tx) {
        try (var statement = prepare(tx.connection())) {
            return statement.executeUpdate();
        } catch (SQLException failed) {
            throw new SqlFailure(failed);
        }
    }

    /// Runs a statement that returns rows.
    public <R> List<R> query(Tx tx, RowReader<R> reader) {
        return query(tx.handle(), reader);
    }

    /// The same where nothing is written.
    public <R> List<R> query(Handle handle, RowReader<R> reader) {
        try (var statement = prepare(handle.getConnection());
                var rows = statement.executeQuery()) {
            var results = new ArrayList<R>();
            while (rows.next()) {
                results.add(reader.read(rows));
            }
            return results;
        } catch (SQLException failed) {
            throw new SqlFailure(failed);
        }
    }

    private PreparedStatement prepare(Connection connection) throws SQLException {
        var statement = connection.prepareStatement(sql);
        for (int i = 0; i < columns.size(); i++) {
            var column = columns.get(i);
            statement.setArray(i + 1, connection.createArrayOf(column.type(), column.values()));
        }
        return statement;
    }

    private record Column(String type, @Nullable Object[] values) {}

    /// Reads one row.
    @FunctionalInterface
    public interface RowReader<R> {
        R read(ResultSet row) throws SQLException;
    }
}
