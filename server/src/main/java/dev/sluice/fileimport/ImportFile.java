package dev.sluice.fileimport;

import dev.sluice.auth.Caller;
import dev.sluice.db.Times;
import dev.sluice.merchant.Role;
import dev.sluice.money.Asset;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// An uploaded file and its processing state.
///
/// @param assets kind of assets that a file of payouts pays out; null for other files
/// @param name file name, as [ImportFiles#shown] cleans it
/// @param sheet worksheet that was read; empty for CSV
/// @param rows number of rows
/// @param faulty number of rows with faults when the file was read
/// @param stoppedBy user who stopped the processing after confirmation
public record ImportFile(
        UUID organizationId,
        UUID id,
        ImportKind kind,
        Asset.@Nullable Kind assets,
        String name,
        String sheet,
        State state,
        int rows,
        int faulty,
        Person createdBy,
        Instant createdAt,
        @Nullable Person confirmedBy,
        @Nullable Instant confirmedAt,
        @Nullable Person stoppedBy) {
    /// Processing state of a file.
    public enum State {
        /// Ready for preview and confirmation.
        READ,
        /// Confirmed for processing.
        CONFIRMED,
        /// Every row is processed or refused.
        DONE
    }

    /// User with their name at that time.
    ///
    /// @param role role at that time, if it is recorded; permissions are checked against the current role
    public record Person(UUID id, String name, @Nullable Role role) {
        public static Person of(Caller caller) {
            return new Person(caller.actorId(), caller.actorName(), caller.role());
        }
    }

    /// Reads a file from its table.
    public static ImportFile of(ResultSet row) throws SQLException {
        var assets = row.getString("asset_kind");
        return new ImportFile(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                ImportKind.valueOf(row.getString("kind")),
                assets == null ? null : Asset.Kind.valueOf(assets),
                row.getString("name"),
                row.getString("sheet"),
                State.valueOf(row.getString("state")),
                row.getInt("row_count"),
                row.getInt("faulty_count"),
                new Person(row.getObject("created_by", UUID.class), row.getString("created_by_name"), null),
                Times.instant(row, "created_at"),
                person(row, "confirmed_by", row.getString("confirmed_by_role")),
                Times.optionalInstant(row, "confirmed_at"),
                person(row, "stopped_by", null));
    }

    private static @Nullable Person person(ResultSet row, String column, @Nullable String role) throws SQLException {
        var id = row.getObject(column, UUID.class);
        return id == null
                ? null
                : new Person(id, row.getString(column + "_name"), role == null ? null : Role.valueOf(role));
    }

    /// Returns the kind of assets that a file of payouts pays out.
    public Asset.Kind paidAssets() {
        return Objects.requireNonNull(assets);
    }

    /// Returns the number of rows without faults.
    public int payable() {
        return rows - faulty;
    }
}
