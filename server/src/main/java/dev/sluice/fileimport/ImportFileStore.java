package dev.sluice.fileimport;

/// SQL of `fileimport_file`. A file is identified by `:organization` and `:id`.
final class ImportFileStore {
    static final String INSERT = """
            INSERT INTO fileimport_file (organization_id, id, kind, asset_kind, name, name_folded, sheet, state,
                                         row_count, faulty_count, digest, created_by, created_by_name, created_at)
            VALUES (:organization, :id, :kind, :assets, :name, :folded, :sheet, 'READ', :rows, :faulty, :digest, :by,
                    :byName, :at)
            """;

    private static final String COLUMNS = """
            f.organization_id, f.id, f.kind, f.asset_kind, f.name, f.sheet, f.state, f.row_count, f.faulty_count,
            f.created_by, f.created_by_name, f.created_at, f.confirmed_by, f.confirmed_by_name, f.confirmed_by_role,
            f.confirmed_at, f.stopped_by, f.stopped_by_name
            """;

    private static final String SELECT = "SELECT " + COLUMNS + """
            FROM fileimport_file f WHERE f.organization_id = :organization AND f.kind = :kind
            """;

    static final String FIND = SELECT + "AND f.id = :id";

    static final String LOCK = FIND + " FOR UPDATE";

    /// Locks all unconfirmed files in a fixed order. So of two files one is confirmed after the other and sees the
    /// first one's rows.
    static final String LOCK_READ = """
            SELECT id FROM fileimport_file
            WHERE organization_id = :organization AND kind = :kind AND state = 'READ'
            ORDER BY id FOR UPDATE
            """;

    /// Locks all files of an organization in progress. They are settled one after the other, so that an object that
    /// two files contain is created once.
    static final String LOCK_CONFIRMED = """
            SELECT id FROM fileimport_file
            WHERE organization_id = :organization AND kind = :kind AND state = 'CONFIRMED'
            ORDER BY id FOR UPDATE
            """;

    /// Locks all files with equal content in a fixed order, so that two of them are confirmed one after the other.
    static final String LOCK_SAME = """
            SELECT same.id FROM fileimport_file mine
            JOIN fileimport_file same ON same.organization_id = mine.organization_id AND same.digest = mine.digest
                AND same.kind = mine.kind
            WHERE mine.organization_id = :organization AND mine.id = :id
            ORDER BY same.id FOR UPDATE OF same
            """;

    static final String CONFIRMED_BEFORE = SELECT + """
            AND f.id <> :id AND f.state <> 'READ'
            AND f.digest = (SELECT digest FROM fileimport_file WHERE organization_id = :organization AND id = :id)
            ORDER BY f.confirmed_at DESC, f.id DESC LIMIT 1
            """;

    /// Owner of `:id` among `:organizations`.
    static final String OWNER = """
            SELECT f.organization_id FROM unnest(:organizations::uuid[]) AS o (organization_id)
            JOIN fileimport_file f ON f.organization_id = o.organization_id AND f.id = :id
            LIMIT 1
            """;

    static final String LATEST = SELECT + """
            AND (:before::uuid IS NULL OR f.id < :before::uuid)
            ORDER BY f.id DESC LIMIT :limit
            """;

    /// Materializes the matches first. Otherwise the ORDER BY tempts the planner to walk the index over all files.
    static final String NAMED = """
            WITH found AS MATERIALIZED (
                SELECT * FROM fileimport_file
                WHERE organization_id = :organization AND kind = :kind
                      AND name_grams(organization_id, name_folded) @> name_grams(:organization, :part)
                      AND strpos(name_folded, :part) > 0)
            """ + "SELECT " + COLUMNS + "FROM found f ORDER BY f.id DESC LIMIT :limit";

    static final String CONFIRM = """
            UPDATE fileimport_file
            SET state = 'CONFIRMED', confirmed_by = :by, confirmed_by_name = :byName, confirmed_by_role = :byRole,
                confirmed_at = :at, mac = :mac
            WHERE organization_id = :organization AND id = :id AND state = 'READ'
            """;

    /// The lease expires if this node dies, and the file becomes due again.
    static final String CLAIM = """
            WITH due AS MATERIALIZED (
                SELECT organization_id, id FROM fileimport_file
                WHERE kind = :kind AND state = 'CONFIRMED' AND (leased_until IS NULL OR leased_until <= :now)
                ORDER BY confirmed_at LIMIT 1 FOR UPDATE SKIP LOCKED)
            UPDATE fileimport_file f SET leased_until = :until
            FROM due WHERE f.organization_id = due.organization_id AND f.id = due.id
            """ + "RETURNING " + COLUMNS;

    /// Ends the lease if it is still the one until `:until`.
    static final String RELEASE = """
            UPDATE fileimport_file SET leased_until = NULL
            WHERE organization_id = :organization AND id = :id AND leased_until = :until
            """;

    static final String FINISH = """
            UPDATE fileimport_file SET state = 'DONE', done_at = :at, leased_until = NULL
            WHERE organization_id = :organization AND id = :id AND state = 'CONFIRMED'
            """;

    /// Makes the file due at once.
    static final String STOP = """
            UPDATE fileimport_file
            SET stopped_by = :by, stopped_by_name = :byName, stopped_at = :at, leased_until = NULL
            WHERE organization_id = :organization AND id = :id AND state = 'CONFIRMED' AND stopped_at IS NULL
            """;

    static final String MAC = """
            SELECT mac FROM fileimport_file WHERE organization_id = :organization AND id = :id
            """;

    static final String DELETE = """
            DELETE FROM fileimport_file
            WHERE organization_id = :organization AND id = :id AND kind = :kind AND state = 'READ'
            """;

    /// Repeats the state condition outside the subquery, so that a concurrent confirmation is rechecked after the
    /// lock.
    static final String SWEEP = """
            DELETE FROM fileimport_file WHERE state = 'READ' AND (organization_id, id) IN (
                SELECT organization_id, id FROM fileimport_file
                WHERE state = 'READ' AND created_at < :before LIMIT :limit)
            """;

    /// File of each group of payouts, if the group was created from one.
    static final String OF_GROUPS = "SELECT made.group_id, " + COLUMNS + """
            FROM unnest(:groups::uuid[]) AS made (group_id)
            CROSS JOIN LATERAL (SELECT file_id FROM fileimport_row r
                                WHERE r.organization_id = :organization AND r.group_id = made.group_id LIMIT 1) one
            JOIN fileimport_file f ON f.organization_id = :organization AND f.id = one.file_id
            """;

    private ImportFileStore() {}
}
