package dev.sluice.ownership;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of `ownership_change` and `ownership_step`.
final class OwnerChangeStore {
    private static final String INSERT = """
            INSERT INTO ownership_change (organization_id, id, sealed, mac)
            VALUES (:organizationId, :id, :sealed, :mac)
            """;

    private static final String INSERT_STEP = """
            INSERT INTO ownership_step (organization_id, change_id, number, sealed, mac)
            VALUES (:organizationId, :id, :number, :sealed, :mac)
            """;

    private static final String SELECT = """
            SELECT id, sealed, mac FROM ownership_change
            WHERE organization_id = :organizationId ORDER BY (closed_at IS NULL) DESC, id DESC LIMIT :limit
            """;

    private static final String SELECT_OPEN = """
            SELECT organization_id, id FROM ownership_change
            WHERE closed_at IS NULL AND (organization_id, id) > (:organizationId, :id)
            ORDER BY organization_id, id LIMIT :limit
            """;

    private static final String LOCK = """
            SELECT id, sealed, mac FROM ownership_change
            WHERE organization_id = :organizationId AND id = :id FOR UPDATE
            """;

    private static final String SELECT_STEPS = """
            SELECT number, sealed, mac FROM ownership_step
            WHERE organization_id = :organizationId AND change_id = :id ORDER BY number
            """;

    private static final String CLOSE = """
            UPDATE ownership_change SET closed_at = :now
            WHERE organization_id = :organizationId AND id = :id AND closed_at IS NULL
            """;

    private OwnerChangeStore() {}

    record Ref(UUID organizationId, UUID id) {}

    record Row(UUID id, byte[] sealed, byte[] mac) {}

    record StepRow(int number, byte[] sealed, byte[] mac) {}

    static void insert(Handle handle, UUID organizationId, Row row) {
        handle.createUpdate(INSERT)
                .bind("organizationId", organizationId)
                .bind("id", row.id())
                .bind("sealed", row.sealed())
                .bind("mac", row.mac())
                .execute();
    }

    static void insert(Handle handle, Ref change, StepRow row) {
        handle.createUpdate(INSERT_STEP)
                .bind("organizationId", change.organizationId())
                .bind("id", change.id())
                .bind("number", row.number())
                .bind("sealed", row.sealed())
                .bind("mac", row.mac())
                .execute();
    }

    /// Returns the latest changes of an organization, the newest first.
    static List<Row> list(Handle handle, UUID organizationId, int limit) {
        return handle.createQuery(SELECT)
                .bind("organizationId", organizationId)
                .bind("limit", limit)
                .map((row, _) -> row(row))
                .list();
    }

    /// Returns open changes for the worker, after one of them.
    static List<Ref> open(Handle handle, Ref after, int limit) {
        return handle.createQuery(SELECT_OPEN)
                .bind("organizationId", after.organizationId())
                .bind("id", after.id())
                .bind("limit", limit)
                .map((row, _) -> new Ref(row.getObject("organization_id", UUID.class), row.getObject("id", UUID.class)))
                .list();
    }

    static Optional<Row> lock(Handle handle, Ref change) {
        return handle.createQuery(LOCK)
                .bind("organizationId", change.organizationId())
                .bind("id", change.id())
                .map((row, _) -> row(row))
                .findOne();
    }

    static List<StepRow> steps(Handle handle, Ref change) {
        return handle.createQuery(SELECT_STEPS)
                .bind("organizationId", change.organizationId())
                .bind("id", change.id())
                .map((row, _) -> new StepRow(row.getInt("number"), row.getBytes("sealed"), row.getBytes("mac")))
                .list();
    }

    /// @return false if it was already closed
    static boolean close(Handle handle, Ref change, Instant now) {
        return handle.createUpdate(CLOSE)
                        .bind("organizationId", change.organizationId())
                        .bind("id", change.id())
                        .bind("now", now)
                        .execute()
                == 1;
    }

    private static Row row(ResultSet row) throws SQLException {
        return new Row(row.getObject("id", UUID.class), row.getBytes("sealed"), row.getBytes("mac"));
    }
}
