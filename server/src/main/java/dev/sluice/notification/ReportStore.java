package dev.sluice.notification;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/// SQL of `notification_report`.
final class ReportStore {
    private static final String INSERT = """
            INSERT INTO notification_report (organization_id, id, kind, sealed)
            SELECT * FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::bytea[])
            """;

    /// Skips reports that another node has locked.
    private static final String TAKE = """
            DELETE FROM notification_report WHERE (organization_id, id) IN (
                SELECT organization_id, id FROM notification_report
                WHERE organization_id = :organization ORDER BY id LIMIT :most FOR UPDATE SKIP LOCKED)
            RETURNING organization_id, id, kind, sealed
            """;

    private ReportStore() {}

    /// Report for a notification.
    record Row(UUID organizationId, UUID id, Kind kind, byte[] sealed) {}

    static void insert(Tx tx, List<Row> rows) {
        if (!rows.isEmpty()) {
            Batch.of(INSERT)
                    .uuids(rows, Row::organizationId)
                    .uuids(rows, Row::id)
                    .texts(rows, row -> row.kind().name())
                    .bytes(rows, Row::sealed)
                    .write(tx);
        }
    }

    /// Deletes and returns the oldest reports.
    static List<Row> take(Tx tx, UUID organizationId, int most) {
        return tx
                .handle()
                .createQuery(TAKE)
                .bind("organization", organizationId)
                .bind("most", most)
                .map((row, _) -> read(row))
                .stream()
                .sorted(Comparator.comparing(row -> row.id().toString()))
                .toList();
    }

    private static Row read(ResultSet row) throws SQLException {
        return new Row(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                Kind.valueOf(row.getString("kind")),
                row.getBytes("sealed"));
    }
}
