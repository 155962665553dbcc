package dev.sluice.db;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads timestamps from rows.
public final class Times {
    private Times() {}

    /// Reads a column that is never null.
    public static Instant instant(ResultSet row, String column) throws SQLException {
        return Objects.requireNonNull(optionalInstant(row, column));
    }

    public static @Nullable Instant optionalInstant(ResultSet row, String column) throws SQLException {
        var time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }
}
