package dev.sluice.bulk;

import dev.sluice.bulk.BulkFile.Person;
import dev.sluice.bulk.BulkFile.State;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.merchant.Role;
import dev.sluice.money.Asset;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `bulk_file`.
final class BulkStore {
    private static final String INSERT = """
            INSERT INTO bulk_file (organization_id, id, kind, name, state, row_count, faulty_count, created_by,
                                   created_by_name, created_at)
            VALUES (:organization, :id, :kind, :name, 'READ', :rows, :faulty, :by, :byName, :at)
            """;

    private static final String COLUMNS = """
            organization_id, id, kind, name, state, row_count, faulty_count, created_by, created_by_name, created_at,
            confirmed_by, confirmed_by_name, confirmed_by_role, confirmed_at, done_at
            """;

    private static final String SELECT = "SELECT " + COLUMNS + """
            FROM bulk_file WHERE organization_id = :organization AND id = :id
            """;

    private static final String LOCK = SELECT + "FOR UPDATE";

    private static final String LATEST = "SELECT " + COLUMNS + """
            FROM bulk_file WHERE organization_id = :organization ORDER BY id DESC LIMIT :limit
            """;

    private static final String CONFIRM = """
            UPDATE bulk_file
            SET state = 'CONFIRMED', confirmed_by = :by, confirmed_by_name = :byName, confirmed_by_role = :byRole,
                confirmed_at = :at
            WHERE organization_id = :organization AND id = :id AND state = 'READ'
            """;

    /// The lease makes the file due again should this node die.
    private static final String CLAIM = """
            WITH due AS MATERIALIZED (
                SELECT organization_id, id FROM bulk_file
                WHERE state = 'CONFIRMED' AND (leased_until IS NULL OR leased_until <= :now)
                ORDER BY confirmed_at LIMIT 1 FOR UPDATE SKIP LOCKED)
            UPDATE bulk_file file SET leased_until = :until
            FROM due WHERE file.organization_id = due.organization_id AND file.id = due.id
            RETURNING file.organization_id, file.id, kind, name, state, row_count, faulty_count, created_by,
                      created_by_name, created_at, confirmed_by, confirmed_by_name, confirmed_by_role, confirmed_at,
                      done_at
            """;

    private static final String RELEASE = """
            UPDATE bulk_file SET leased_until = NULL WHERE organization_id = :organization AND id = :id
            """;

    private static final String FINISH = """
            UPDATE bulk_file SET state = 'DONE', done_at = :at, leased_until = NULL
            WHERE organization_id = :organization AND id = :id AND state = 'CONFIRMED'
            """;

    private static final String DELETE = """
            DELETE FROM bulk_file WHERE organization_id = :organization AND id = :id AND state = 'READ'
            """;

    private static final String SWEEP = """
            DELETE FROM bulk_file WHERE (organization_id, id) IN (
                SELECT organization_id, id FROM bulk_file WHERE state = 'READ' AND created_at < :before LIMIT :limit)
            """;

    private BulkStore() {}

    static void insert(Tx tx, BulkFile file) {
        tx.handle()
                .createUpdate(INSERT)
                .bind("organization", file.organizationId())
                .bind("id", file.id())
                .bind("kind", file.kind().name())
                .bind("name", file.name())
                .bind("rows", file.rows())
                .bind("faulty", file.faulty())
                .bind("by", file.createdBy().id())
                .bind("byName", file.createdBy().name())
                .bind("at", file.createdAt())
                .execute();
    }

    static Optional<BulkFile> find(Handle handle, UUID organizationId, UUID id) {
        return one(handle, SELECT, organizationId, id);
    }

    static Optional<BulkFile> lock(Tx tx, UUID organizationId, UUID id) {
        return one(tx.handle(), LOCK, organizationId, id);
    }

    private static Optional<BulkFile> one(Handle handle, String sql, UUID organizationId, UUID id) {
        return handle.createQuery(sql)
                .bind("organization", organizationId)
                .bind("id", id)
                .map((row, _) -> read(row))
                .findOne();
    }

    static List<BulkFile> latest(Handle handle, UUID organizationId, int limit) {
        return handle.createQuery(LATEST)
                .bind("organization", organizationId)
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

    static void confirm(Tx tx, BulkFile file, Person by, Instant at) {
        tx.handle()
                .createUpdate(CONFIRM)
                .bind("organization", file.organizationId())
                .bind("id", file.id())
                .bind("by", by.id())
                .bind("byName", by.name())
                .bind("byRole", by.role() == null ? null : by.role().name())
                .bind("at", at)
                .execute();
    }

    static Optional<BulkFile> claim(Tx tx, Instant now, Instant until) {
        return tx.handle()
                .createQuery(CLAIM)
                .bind("now", now)
                .bind("until", until)
                .map((row, _) -> read(row))
                .findOne();
    }

    static void release(Tx tx, BulkFile file) {
        tx.handle()
                .createUpdate(RELEASE)
                .bind("organization", file.organizationId())
                .bind("id", file.id())
                .execute();
    }

    static void finish(Tx tx, BulkFile file, Instant at) {
        tx.handle()
                .createUpdate(FINISH)
                .bind("organization", file.organizationId())
                .bind("id", file.id())
                .bind("at", at)
                .execute();
    }

    static int delete(Tx tx, UUID organizationId, UUID id) {
        return tx.handle()
                .createUpdate(DELETE)
                .bind("organization", organizationId)
                .bind("id", id)
                .execute();
    }

    static int sweep(Tx tx, Instant before, int limit) {
        return tx.handle()
                .createUpdate(SWEEP)
                .bind("before", before)
                .bind("limit", limit)
                .execute();
    }

    private static BulkFile read(ResultSet row) throws SQLException {
        var confirmedBy = row.getObject("confirmed_by", UUID.class);
        return new BulkFile(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                Asset.Kind.valueOf(row.getString("kind")),
                row.getString("name"),
                State.valueOf(row.getString("state")),
                row.getInt("row_count"),
                row.getInt("faulty_count"),
                new Person(row.getObject("created_by", UUID.class), row.getString("created_by_name"), null),
                Times.instant(row, "created_at"),
                confirmedBy == null ? null : new Person(confirmedBy, row.getString("confirmed_by_name"), role(row)),
                Times.optionalInstant(row, "confirmed_at"),
                Times.optionalInstant(row, "done_at"));
    }

    private static @Nullable Role role(ResultSet row) throws SQLException {
        var role = row.getString("confirmed_by_role");
        return role == null ? null : Role.valueOf(role);
    }
}
