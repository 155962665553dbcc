package dev.sluice.fileimport.deposit;

import dev.sluice.db.Tx;
import dev.sluice.fileimport.FileImport;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.ImportFiles;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of `fileimport_deposit_file` and `fileimport_deposit_row`.
final class DepositFileStore {
    private static final String INSERT = """
            INSERT INTO fileimport_deposit_file (organization_id, id, name, state, row_count, digest, created_by,
                                             created_by_name, created_at, name_folded, sheet)
            VALUES (:organization, :id, :name, 'READ', :rows, :digest, :by, :byName, :at, :folded, :sheet)
            """;

    private static final String COLUMNS = """
            organization_id, id, name, state, row_count, created_by, created_by_name, created_at, confirmed_by,
            confirmed_by_name, confirmed_at, stopped_by, stopped_by_name, sheet
            """;

    private static final String FIND = "SELECT " + COLUMNS + """
            FROM fileimport_deposit_file WHERE organization_id = :organization AND id = :id
            """;

    private static final String LOCK = FIND + "FOR UPDATE";

    /// Locks all files with equal content in a fixed order, so that two of them are confirmed one after the other.
    private static final String LOCK_SAME = """
            SELECT same.id FROM fileimport_deposit_file mine
            JOIN fileimport_deposit_file same
                ON same.organization_id = mine.organization_id AND same.digest = mine.digest
            WHERE mine.organization_id = :organization AND mine.id = :id
            ORDER BY same.id FOR UPDATE OF same
            """;

    private static final String CONFIRMED_BEFORE = "SELECT " + COLUMNS + """
            FROM fileimport_deposit_file
            WHERE organization_id = :organization AND id <> :id AND state <> 'READ'
                AND digest = (SELECT digest FROM fileimport_deposit_file
                              WHERE organization_id = :organization AND id = :id)
            ORDER BY confirmed_at DESC, id DESC LIMIT 1
            """;

    private static final String OWNER = """
            SELECT f.organization_id FROM unnest(:organizations::uuid[]) AS o (organization_id)
            JOIN fileimport_deposit_file f ON f.organization_id = o.organization_id AND f.id = :id
            LIMIT 1
            """;

    private static final String LATEST = "SELECT " + COLUMNS + """
            FROM fileimport_deposit_file
            WHERE organization_id = :organization AND (:before::uuid IS NULL OR id < :before::uuid)
            ORDER BY id DESC LIMIT :limit
            """;

    /// Materializes the matches first. Otherwise the ORDER BY tempts the planner to walk the index over all files.
    private static final String NAMED = """
            WITH found AS MATERIALIZED (
                SELECT * FROM fileimport_deposit_file
                WHERE organization_id = :organization
                      AND name_grams(organization_id, name_folded) @> name_grams(:organization, :part)
                      AND strpos(name_folded, :part) > 0)
            """ + "SELECT " + COLUMNS + "FROM found ORDER BY id DESC LIMIT :limit";

    private static final String CONFIRM = """
            UPDATE fileimport_deposit_file
            SET state = 'CONFIRMED', confirmed_by = :by, confirmed_by_name = :byName, confirmed_at = :at, mac = :mac
            WHERE organization_id = :organization AND id = :id AND state = 'READ'
            """;

    /// The lease expires if this node dies, and the file becomes due again.
    private static final String CLAIM = """
            WITH due AS MATERIALIZED (
                SELECT organization_id, id FROM fileimport_deposit_file
                WHERE state = 'CONFIRMED' AND (leased_until IS NULL OR leased_until <= :now)
                ORDER BY confirmed_at LIMIT 1 FOR UPDATE SKIP LOCKED)
            UPDATE fileimport_deposit_file file SET leased_until = :until
            FROM due WHERE file.organization_id = due.organization_id AND file.id = due.id
            RETURNING file.organization_id, file.id, name, state, row_count, created_by, created_by_name, created_at,
                      confirmed_by, confirmed_by_name, confirmed_at, stopped_by, stopped_by_name, sheet
            """;

    private static final String RELEASE = """
            UPDATE fileimport_deposit_file SET leased_until = NULL
            WHERE organization_id = :organization AND id = :id AND leased_until = :until
            """;

    private static final String FINISH = """
            UPDATE fileimport_deposit_file SET state = 'DONE', done_at = :at, leased_until = NULL
            WHERE organization_id = :organization AND id = :id AND state = 'CONFIRMED'
            """;

    private static final String STOP = """
            UPDATE fileimport_deposit_file
            SET stopped_by = :by, stopped_by_name = :byName, stopped_at = :at, leased_until = NULL
            WHERE organization_id = :organization AND id = :id AND state = 'CONFIRMED' AND stopped_at IS NULL
            """;

    private static final String MAC = """
            SELECT mac FROM fileimport_deposit_file WHERE organization_id = :organization AND id = :id
            """;

    private static final String DELETE = """
            DELETE FROM fileimport_deposit_file WHERE organization_id = :organization AND id = :id AND state = 'READ'
            """;

    /// Repeats the state condition outside the subquery, so that a concurrent confirmation is rechecked after the
    /// lock.
    private static final String SWEEP = """
            DELETE FROM fileimport_deposit_file WHERE state = 'READ' AND (organization_id, id) IN (
                SELECT organization_id, id FROM fileimport_deposit_file
                WHERE state = 'READ' AND created_at < :before LIMIT :limit)
            """;

    private static final String INSERT_ROWS = """
            INSERT INTO fileimport_deposit_row (organization_id, file_id, number, content, state, deposit_id, hidden,
                                             mac)
            SELECT organization_id, file_id, number, content, state, deposit_id, hidden, mac
            FROM unnest(?::uuid[], ?::uuid[], ?::int4[], ?::bytea[], ?::text[], ?::uuid[], ?::boolean[], ?::bytea[])
                 AS new (organization_id, file_id, number, content, state, deposit_id, hidden, mac)
            """;

    private static final String SELECT_ROWS = """
            SELECT organization_id, number, content, state, deposit_id AS stored_id, hidden, mac
            FROM fileimport_deposit_row
            WHERE organization_id = :organization AND file_id = :file
            """;

    private static final String PAGE = SELECT_ROWS + """
            AND (NOT :wrongOnly OR state IN ('FAULTY', 'LEFT_OUT', 'REFUSED')) AND number > :after
            ORDER BY number LIMIT :limit OFFSET :offset
            """;

    private static final String READY = SELECT_ROWS + """
            AND state = 'READY' AND number > :after ORDER BY number LIMIT :limit
            """;

    private static final String SETTLE = """
            UPDATE fileimport_deposit_row r
            SET state = new.state, content = new.content, deposit_id = new.deposit_id, mac = NULL
            FROM unnest(?::uuid[], ?::uuid[], ?::int4[], ?::bytea[], ?::text[], ?::uuid[])
                 AS new (organization_id, file_id, number, content, state, deposit_id)
            WHERE r.organization_id = new.organization_id AND r.file_id = new.file_id AND r.number = new.number
                AND r.state = 'READY'
            """;

    private static final String COUNTS = """
            SELECT state, count(*) AS rows, count(*) FILTER (WHERE hidden) AS hidden FROM fileimport_deposit_row
            WHERE organization_id = :organization AND file_id = :file GROUP BY state
            """;

    private static final String LEAVE_OUT = """
            UPDATE fileimport_deposit_row SET state = 'LEFT_OUT'
            WHERE organization_id = :organization AND file_id = :file AND state = 'READY' AND hidden
            """;

    static final FileImport.Sql SQL = new FileImport.Sql(
            new ImportFiles.Table<>(
                    (row, _) -> ImportFile.of(row),
                    FIND,
                    OWNER,
                    LATEST,
                    NAMED,
                    CLAIM,
                    RELEASE,
                    FINISH,
                    STOP,
                    MAC,
                    DELETE,
                    SWEEP),
            INSERT,
            CONFIRM,
            INSERT_ROWS,
            PAGE,
            READY,
            SETTLE,
            COUNTS,
            LEAVE_OUT);

    private DepositFileStore() {}

    /// Returns the current file and locks it.
    static Optional<ImportFile> lock(Tx tx, ImportFile file) {
        return tx.handle()
                .createQuery(LOCK)
                .bind("organization", file.organizationId())
                .bind("id", file.id())
                .map(SQL.files().file())
                .findOne();
    }

    /// Returns the current file and locks all files with equal content.
    static Optional<ImportFile> lockSame(Tx tx, ImportFile file) {
        tx.handle()
                .createQuery(LOCK_SAME)
                .bind("organization", file.organizationId())
                .bind("id", file.id())
                .mapTo(UUID.class)
                .list();
        return lock(tx, file);
    }

    /// Returns the latest other confirmed file with equal content.
    static Optional<ImportFile> confirmedBefore(Handle handle, ImportFile file) {
        return handle.createQuery(CONFIRMED_BEFORE)
                .bind("organization", file.organizationId())
                .bind("id", file.id())
                .map(SQL.files().file())
                .findOne();
    }
}
