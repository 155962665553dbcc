package dev.sluice.fileimport.recipient;

import dev.sluice.db.Tx;
import dev.sluice.fileimport.FileImport;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.ImportFiles;
import java.util.UUID;

/// SQL of `fileimport_recipient_file` and `fileimport_recipient_row`.
final class RecipientFileStore {
    private static final String INSERT = """
            INSERT INTO fileimport_recipient_file (organization_id, id, name, state, row_count, created_by,
                                               created_by_name, created_at, name_folded, sheet)
            VALUES (:organization, :id, :name, 'READ', :rows, :by, :byName, :at, :folded, :sheet)
            """;

    private static final String COLUMNS = """
            organization_id, id, name, state, row_count, created_by, created_by_name, created_at, confirmed_by,
            confirmed_by_name, confirmed_at, stopped_by, stopped_by_name, sheet
            """;

    private static final String SELECT = "SELECT " + COLUMNS + "FROM fileimport_recipient_file ";

    private static final String FIND = SELECT + "WHERE organization_id = :organization AND id = :id";

    private static final String OWNER = """
            SELECT f.organization_id FROM unnest(:organizations::uuid[]) AS o (organization_id)
            JOIN fileimport_recipient_file f ON f.organization_id = o.organization_id AND f.id = :id
            LIMIT 1
            """;

    private static final String LATEST = SELECT + """
            WHERE organization_id = :organization AND (:before::uuid IS NULL OR id < :before::uuid)
            ORDER BY id DESC LIMIT :limit
            """;

    /// Materializes the matches first. Otherwise the ORDER BY tempts the planner to walk the index over all files.
    private static final String NAMED = """
            WITH found AS MATERIALIZED (
                SELECT * FROM fileimport_recipient_file
                WHERE organization_id = :organization
                      AND name_grams(organization_id, name_folded) @> name_grams(:organization, :part)
                      AND strpos(name_folded, :part) > 0)
            """ + "SELECT " + COLUMNS + "FROM found ORDER BY id DESC LIMIT :limit";

    private static final String CONFIRM = """
            UPDATE fileimport_recipient_file
            SET state = 'CONFIRMED', confirmed_by = :by, confirmed_by_name = :byName, confirmed_at = :at, mac = :mac
            WHERE organization_id = :organization AND id = :id AND state = 'READ'
            """;

    /// The lease expires if this node dies, and the file becomes due again.
    private static final String CLAIM = """
            WITH due AS MATERIALIZED (
                SELECT organization_id, id FROM fileimport_recipient_file
                WHERE state = 'CONFIRMED' AND (leased_until IS NULL OR leased_until <= :now)
                ORDER BY confirmed_at LIMIT 1 FOR UPDATE SKIP LOCKED)
            UPDATE fileimport_recipient_file file SET leased_until = :until
            FROM due WHERE file.organization_id = due.organization_id AND file.id = due.id
            RETURNING file.organization_id, file.id, name, state, row_count, created_by, created_by_name, created_at,
                      confirmed_by, confirmed_by_name, confirmed_at, stopped_by, stopped_by_name, sheet
            """;

    /// Locks all files of an organization in progress. They are settled one after the other, so that a recipient
    /// in two files is stored once.
    private static final String LOCK = """
            SELECT id FROM fileimport_recipient_file WHERE organization_id = :organization AND state = 'CONFIRMED'
            ORDER BY id FOR UPDATE
            """;

    private static final String RELEASE = """
            UPDATE fileimport_recipient_file SET leased_until = NULL
            WHERE organization_id = :organization AND id = :id AND leased_until = :until
            """;

    private static final String FINISH = """
            UPDATE fileimport_recipient_file SET state = 'DONE', done_at = :at, leased_until = NULL
            WHERE organization_id = :organization AND id = :id AND state = 'CONFIRMED'
            """;

    private static final String STOP = """
            UPDATE fileimport_recipient_file
            SET stopped_by = :by, stopped_by_name = :byName, stopped_at = :at, leased_until = NULL
            WHERE organization_id = :organization AND id = :id AND state = 'CONFIRMED' AND stopped_at IS NULL
            """;

    private static final String MAC = """
            SELECT mac FROM fileimport_recipient_file WHERE organization_id = :organization AND id = :id
            """;

    private static final String DELETE = """
            DELETE FROM fileimport_recipient_file WHERE organization_id = :organization AND id = :id AND state = 'READ'
            """;

    /// Repeats the state condition outside the subquery, so that a concurrent confirmation is rechecked after the
    /// lock.
    private static final String SWEEP = """
            DELETE FROM fileimport_recipient_file WHERE state = 'READ' AND (organization_id, id) IN (
                SELECT organization_id, id FROM fileimport_recipient_file
                WHERE state = 'READ' AND created_at < :before LIMIT :limit)
            """;

    private static final String INSERT_ROWS = """
            INSERT INTO fileimport_recipient_row (organization_id, file_id, number, content, state, recipient_id,
                                             hidden, mac)
            SELECT organization_id, file_id, number, content, state, recipient_id, hidden, mac
            FROM unnest(?::uuid[], ?::uuid[], ?::int4[], ?::bytea[], ?::text[], ?::uuid[], ?::boolean[], ?::bytea[])
                 AS new (organization_id, file_id, number, content, state, recipient_id, hidden, mac)
            """;

    private static final String SELECT_ROWS = """
            SELECT organization_id, number, content, state, recipient_id AS stored_id, hidden, mac
            FROM fileimport_recipient_row
            WHERE organization_id = :organization AND file_id = :file
            """;

    private static final String PAGE = SELECT_ROWS + """
            AND (NOT :wrongOnly OR state IN ('FAULTY', 'DUPLICATE', 'LEFT_OUT', 'REFUSED')) AND number > :after
            ORDER BY number LIMIT :limit OFFSET :offset
            """;

    private static final String READY = SELECT_ROWS + """
            AND state = 'READY' AND number > :after ORDER BY number LIMIT :limit
            """;

    private static final String SETTLE = """
            UPDATE fileimport_recipient_row r
            SET state = new.state, content = new.content, recipient_id = new.recipient_id, mac = NULL
            FROM unnest(?::uuid[], ?::uuid[], ?::int4[], ?::bytea[], ?::text[], ?::uuid[])
                 AS new (organization_id, file_id, number, content, state, recipient_id)
            WHERE r.organization_id = new.organization_id AND r.file_id = new.file_id AND r.number = new.number
                AND r.state = 'READY'
            """;

    private static final String COUNTS = """
            SELECT state, count(*) AS rows, count(*) FILTER (WHERE hidden) AS hidden FROM fileimport_recipient_row
            WHERE organization_id = :organization AND file_id = :file GROUP BY state
            """;

    private static final String LEAVE_OUT = """
            UPDATE fileimport_recipient_row SET state = 'LEFT_OUT'
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

    private RecipientFileStore() {}

    static void lock(Tx tx, UUID organizationId) {
        tx.handle()
                .createQuery(LOCK)
                .bind("organization", organizationId)
                .mapTo(UUID.class)
                .list();
    }
}
