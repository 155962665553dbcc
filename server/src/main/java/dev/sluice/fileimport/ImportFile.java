package dev.sluice.fileimport;

import dev.sluice.auth.Caller;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A file whose rows become one object each, and its processing state.
public record ImportFile(
        UUID organizationId,
        UUID id,
        String name,
        String sheet,
        State state,
        int rows,
        Person createdBy,
        Instant createdAt,
        @Nullable Person confirmedBy,
        @Nullable Instant confirmedAt,
        @Nullable Person stoppedBy)
        implements SentFile {
    /// Creates an unconfirmed file.
    ///
    /// @param name file name of the upload
    /// @param sheet name of the worksheet
    public static ImportFile read(Caller caller, Clocks clocks, String name, String sheet, int rows) {
        return new ImportFile(
                caller.organizationId(),
                clocks.newId(),
                ImportFiles.shown(name),
                sheet,
                State.READ,
                rows,
                Person.of(caller),
                clocks.instant(),
                null,
                null,
                null);
    }

    /// Reads a file from its table.
    public static ImportFile of(ResultSet row) throws SQLException {
        return new ImportFile(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                row.getString("name"),
                row.getString("sheet"),
                State.valueOf(row.getString("state")),
                row.getInt("row_count"),
                new Person(row.getObject("created_by", UUID.class), row.getString("created_by_name"), null),
                Times.instant(row, "created_at"),
                person(row, "confirmed_by"),
                Times.optionalInstant(row, "confirmed_at"),
                person(row, "stopped_by"));
    }

    private static @Nullable Person person(ResultSet row, String column) throws SQLException {
        var id = row.getObject(column, UUID.class);
        return id == null ? null : new Person(id, row.getString(column + "_name"), null);
    }
}
