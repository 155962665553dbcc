package dev.sluice.recipient.intake;

import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.sheet.file.SentFile.Person;
import dev.sluice.sheet.file.SentFile.State;
import dev.sluice.sheet.file.SentFiles;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;

/// SQL of `recipient_intake_file`.
final class IntakeStore {
    private static final String INSERT = """
            INSERT INTO recipient_intake_file (organization_id, id, name, state, row_count, created_by, created_by_name,
                                               created_at)
            VALUES (:organization, :id, :name, 'READ', :rows, :by, :byName, :at)
            """;

    private static final String SELECT = """
            SELECT organization_id, id, name, state, row_count, created_by, created_by_name, created_at, confirmed_by,
                   confirmed_by_name
            FROM recipient_intake_file
            """;

    private static final String FIND = SELECT + "WHERE organization_id = :organization AND id = :id";

    private static final String LATEST = SELECT + "WHERE organization_id = :organization ORDER BY id DESC LIMIT :limit";

    private static final String CONFIRM = """
            UPDATE recipient_intake_file
            SET state = 'CONFIRMED', confirmed_by = :by, confirmed_by_name = :byName, confirmed_at = :at
            WHERE organization_id = :organization AND id = :id AND state = 'READ'
            """;

    /// The lease makes the file due again should this node die.
    private static final String CLAIM = """
            WITH due AS MATERIALIZED (
                SELECT organization_id, id FROM recipient_intake_file
                WHERE state = 'CONFIRMED' AND (leased_until IS NULL OR leased_until <= :now)
                ORDER BY confirmed_at LIMIT 1 FOR UPDATE SKIP LOCKED)
            UPDATE recipient_intake_file file SET leased_until = :until
            FROM due WHERE file.organization_id = due.organization_id AND file.id = due.id
            RETURNING file.organization_id, file.id, name, state, row_count, created_by, created_by_name, created_at,
                      confirmed_by, confirmed_by_name
            """;

    /// All files of an organization that are being stored: one after the other, so that a payee of two is stored once.
    private static final String LOCK = """
            SELECT id FROM recipient_intake_file WHERE organization_id = :organization AND state = 'CONFIRMED'
            ORDER BY id FOR UPDATE
            """;

    private static final String RELEASE = """
            UPDATE recipient_intake_file SET leased_until = NULL WHERE organization_id = :organization AND id = :id
            """;

    private static final String FINISH = """
            UPDATE recipient_intake_file SET state = 'DONE', done_at = :at, leased_until = NULL
            WHERE organization_id = :organization AND id = :id AND state = 'CONFIRMED'
            """;

    private static final String DELETE = """
            DELETE FROM recipient_intake_file WHERE organization_id = :organization AND id = :id AND state = 'READ'
            """;

    private static final String SWEEP = """
            DELETE FROM recipient_intake_file WHERE (organization_id, id) IN (
                SELECT organization_id, id FROM recipient_intake_file
                WHERE state = 'READ' AND created_at < :before LIMIT :limit)
            """;

    static final SentFiles.Table<IntakeFile> TABLE =
            new SentFiles.Table<>((row, _) -> read(row), FIND, LATEST, CLAIM, RELEASE, FINISH, DELETE, SWEEP);

    private IntakeStore() {}

    static void insert(Tx tx, IntakeFile file) {
        tx.handle()
                .createUpdate(INSERT)
                .bind("organization", file.organizationId())
                .bind("id", file.id())
                .bind("name", file.name())
                .bind("rows", file.rows())
                .bind("by", file.createdBy().id())
                .bind("byName", file.createdBy().name())
                .bind("at", file.createdAt())
                .execute();
    }

    static void confirm(Tx tx, IntakeFile file, Person by, Instant at) {
        tx.handle()
                .createUpdate(CONFIRM)
                .bind("organization", file.organizationId())
                .bind("id", file.id())
                .bind("by", by.id())
                .bind("byName", by.name())
                .bind("at", at)
                .execute();
    }

    static void lock(Tx tx, UUID organizationId) {
        tx.handle()
                .createQuery(LOCK)
                .bind("organization", organizationId)
                .mapTo(UUID.class)
                .list();
    }

    private static IntakeFile read(ResultSet row) throws SQLException {
        var confirmedBy = row.getObject("confirmed_by", UUID.class);
        return new IntakeFile(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                row.getString("name"),
                State.valueOf(row.getString("state")),
                row.getInt("row_count"),
                new Person(row.getObject("created_by", UUID.class), row.getString("created_by_name"), null),
                Times.instant(row, "created_at"),
                confirmedBy == null ? null : new Person(confirmedBy, row.getString("confirmed_by_name"), null));
    }
}
