package dev.sluice.fileimport.payout;

import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.fileimport.ImportFiles;
import dev.sluice.fileimport.SentFile.Person;
import dev.sluice.fileimport.SentFile.State;
import dev.sluice.merchant.Role;
import dev.sluice.money.Asset;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `fileimport_payout_file`.
final class PayoutFileStore {
    private static final String INSERT = """
            INSERT INTO fileimport_payout_file (organization_id, id, kind, name, state, row_count, faulty_count,
                                   created_by,
                                   created_by_name, created_at, digest, name_folded, sheet)
            VALUES (:organization, :id, :kind, :name, 'READ', :rows, :faulty, :by, :byName, :at, :digest, :folded,
                    :sheet)
            """;

    private static final String COLUMNS = """
            organization_id, id, kind, name, state, row_count, faulty_count, created_by, created_by_name, created_at,
            confirmed_by, confirmed_by_name, confirmed_by_role, confirmed_at, stopped_by, stopped_by_name, sheet
            """;

    private static final String FIND = "SELECT " + COLUMNS + """
            FROM fileimport_payout_file WHERE organization_id = :organization AND id = :id
            """;

    private static final String LOCK = FIND + "FOR UPDATE";

    /// Locks all unconfirmed files in a fixed order. So of two files one is confirmed after the other and sees the
    /// first one's rows.
    private static final String LOCK_READ = """
            SELECT id FROM fileimport_payout_file WHERE organization_id = :organization AND state = 'READ'
            ORDER BY id FOR UPDATE
            """;

    private static final String PAID_BEFORE = "SELECT " + COLUMNS + """
            FROM fileimport_payout_file
            WHERE organization_id = :organization AND id <> :id AND state <> 'READ'
                AND digest = (SELECT digest FROM fileimport_payout_file
                              WHERE organization_id = :organization AND id = :id)
            ORDER BY confirmed_at DESC, id DESC LIMIT 1
            """;

    private static final String OWNER = """
            SELECT f.organization_id FROM unnest(:organizations::uuid[]) AS o (organization_id)
            JOIN fileimport_payout_file f ON f.organization_id = o.organization_id AND f.id = :id
            LIMIT 1
            """;

    private static final String LATEST = "SELECT " + COLUMNS + """
            FROM fileimport_payout_file
            WHERE organization_id = :organization AND (:before::uuid IS NULL OR id < :before::uuid)
            ORDER BY id DESC LIMIT :limit
            """;

    /// File of each group of payouts, if the group was created from one.
    private static final String OF_GROUPS = "SELECT made.group_id, " + COLUMNS + """
            FROM unnest(:groups::uuid[]) AS made (group_id)
            CROSS JOIN LATERAL (SELECT file_id FROM fileimport_payout_row r
                                WHERE r.organization_id = :organization AND r.group_id = made.group_id LIMIT 1) one
            JOIN fileimport_payout_file ON organization_id = :organization AND id = one.file_id
            """;

    /// Materializes the matches first. Otherwise the ORDER BY tempts the planner to walk the index over all files.
    private static final String NAMED = """
            WITH found AS MATERIALIZED (
                SELECT * FROM fileimport_payout_file
                WHERE organization_id = :organization
                      AND name_grams(organization_id, name_folded) @> name_grams(:organization, :part)
                      AND strpos(name_folded, :part) > 0)
            """ + "SELECT " + COLUMNS + "FROM found ORDER BY id DESC LIMIT :limit";

    private static final String CONFIRM = """
            UPDATE fileimport_payout_file
            SET state = 'CONFIRMED', confirmed_by = :by, confirmed_by_name = :byName, confirmed_by_role = :byRole,
                confirmed_at = :at, mac = :mac
            WHERE organization_id = :organization AND id = :id AND state = 'READ'
            """;

    /// The lease expires if this node dies, and the file becomes due again.
    private static final String CLAIM = """
            WITH due AS MATERIALIZED (
                SELECT organization_id, id FROM fileimport_payout_file
                WHERE state = 'CONFIRMED' AND (leased_until IS NULL OR leased_until <= :now)
                ORDER BY confirmed_at LIMIT 1 FOR UPDATE SKIP LOCKED)
            UPDATE fileimport_payout_file file SET leased_until = :until
            FROM due WHERE file.organization_id = due.organization_id AND file.id = due.id
            RETURNING file.organization_id, file.id, kind, name, state, row_count, faulty_count, created_by,
                      created_by_name, created_at, confirmed_by, confirmed_by_name, confirmed_by_role,
                      confirmed_at, stopped_by, stopped_by_name, sheet
            """;

    private static final String RELEASE = """
            UPDATE fileimport_payout_file SET leased_until = NULL
            WHERE organization_id = :organization AND id = :id AND leased_until = :until
            """;

    private static final String FINISH = """
            UPDATE fileimport_payout_file SET state = 'DONE', done_at = :at, leased_until = NULL
            WHERE organization_id = :organization AND id = :id AND state = 'CONFIRMED'
            """;

    private static final String STOP = """
            UPDATE fileimport_payout_file
            SET stopped_by = :by, stopped_by_name = :byName, stopped_at = :at, leased_until = NULL
            WHERE organization_id = :organization AND id = :id AND state = 'CONFIRMED' AND stopped_at IS NULL
            """;

    private static final String MAC = """
            SELECT mac FROM fileimport_payout_file WHERE organization_id = :organization AND id = :id
            """;

    private static final String DELETE = """
            DELETE FROM fileimport_payout_file WHERE organization_id = :organization AND id = :id AND state = 'READ'
            """;

    /// Repeats the state condition outside the subquery, so that a concurrent confirmation is rechecked after the
    /// lock.
    private static final String SWEEP = """
            DELETE FROM fileimport_payout_file WHERE state = 'READ' AND (organization_id, id) IN (
                SELECT organization_id, id FROM fileimport_payout_file
                WHERE state = 'READ' AND created_at < :before LIMIT :limit)
            """;

    static final ImportFiles.Table<PayoutFile> TABLE = new ImportFiles.Table<>(
            (row, _) -> read(row), FIND, OWNER, LATEST, NAMED, CLAIM, RELEASE, FINISH, STOP, MAC, DELETE, SWEEP);

    private PayoutFileStore() {}

    static void insert(Tx tx, PayoutFile file, byte[] digest) {
        tx.handle()
                .createUpdate(INSERT)
                .bind("organization", file.organizationId())
                .bind("id", file.id())
                .bind("kind", file.kind().name())
                .bind("name", file.name())
                .bind("folded", ImportFiles.folded(file.name()))
                .bind("sheet", file.sheet())
                .bind("rows", file.rows())
                .bind("faulty", file.faulty())
                .bind("by", file.createdBy().id())
                .bind("byName", file.createdBy().name())
                .bind("at", file.createdAt())
                .bind("digest", digest)
                .execute();
    }

    static Optional<PayoutFile> paidBefore(Handle handle, PayoutFile file) {
        return handle.createQuery(PAID_BEFORE)
                .bind("organization", file.organizationId())
                .bind("id", file.id())
                .map(TABLE.file())
                .findOne();
    }

    static Map<UUID, PayoutFile> ofGroups(Handle handle, UUID organizationId, Collection<UUID> groups) {
        return handle.createQuery(OF_GROUPS)
                .bind("organization", organizationId)
                .bindArray("groups", UUID.class, groups)
                .map((row, _) -> Map.entry(row.getObject("group_id", UUID.class), read(row)))
                .collectToMap(Map.Entry::getKey, Map.Entry::getValue);
    }

    /// Returns the current file and locks all unconfirmed ones.
    static Optional<PayoutFile> lock(Tx tx, UUID organizationId, UUID id) {
        tx.handle()
                .createQuery(LOCK_READ)
                .bind("organization", organizationId)
                .mapTo(UUID.class)
                .list();
        return tx.handle()
                .createQuery(LOCK)
                .bind("organization", organizationId)
                .bind("id", id)
                .map(TABLE.file())
                .findOne();
    }

    static void confirm(Tx tx, PayoutFile file, Person by, Instant at, byte[] mac) {
        tx.handle()
                .createUpdate(CONFIRM)
                .bind("organization", file.organizationId())
                .bind("id", file.id())
                .bind("by", by.id())
                .bind("byName", by.name())
                .bind("byRole", by.role() == null ? null : by.role().name())
                .bind("mac", mac)
                .bind("at", at)
                .execute();
    }

    private static PayoutFile read(ResultSet row) throws SQLException {
        var confirmedBy = row.getObject("confirmed_by", UUID.class);
        var stoppedBy = row.getObject("stopped_by", UUID.class);
        return new PayoutFile(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                Asset.Kind.valueOf(row.getString("kind")),
                row.getString("name"),
                row.getString("sheet"),
                State.valueOf(row.getString("state")),
                row.getInt("row_count"),
                row.getInt("faulty_count"),
                new Person(row.getObject("created_by", UUID.class), row.getString("created_by_name"), null),
                Times.instant(row, "created_at"),
                confirmedBy == null ? null : new Person(confirmedBy, row.getString("confirmed_by_name"), role(row)),
                Times.optionalInstant(row, "confirmed_at"),
                stoppedBy == null ? null : new Person(stoppedBy, row.getString("stopped_by_name"), null));
    }

    private static @Nullable Role role(ResultSet row) throws SQLException {
        var role = row.getString("confirmed_by_role");
        return role == null ? null : Role.valueOf(role);
    }
}
