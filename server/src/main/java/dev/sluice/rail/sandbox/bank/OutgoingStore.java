package dev.sluice.rail.sandbox.bank;

import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/// SQL of `rail_sandbox_bank_outgoing`.
final class OutgoingStore {
    private static final String INSERT = """
            INSERT INTO rail_sandbox_bank_outgoing (bank, id, kind, folder, name, content, due_at)
            VALUES (:bank, :id, :kind, :folder, :name, :content, :dueAt)
            """;

    private static final String DUE = """
            SELECT id, kind, folder, name, content, due_at FROM rail_sandbox_bank_outgoing
            WHERE bank = :bank AND written_at IS NULL AND due_at <= :now ORDER BY due_at, id LIMIT :limit
            """;

    private static final String MARK_WRITTEN = """
            UPDATE rail_sandbox_bank_outgoing SET written_at = :now WHERE bank = :bank AND id = :id
            """;

    private OutgoingStore() {}

    enum Folder {
        IN,
        ACKS
    }

    /// A file for the customer.
    record Row(long id, String kind, Folder folder, String name, byte[] content, Instant dueAt) {}

    static void insert(Tx tx, String bank, Row row) {
        tx.handle()
                .createUpdate(INSERT)
                .bind("bank", bank)
                .bind("id", row.id())
                .bind("kind", row.kind())
                .bind("folder", row.folder().name().toLowerCase(Locale.ROOT))
                .bind("name", row.name())
                .bind("content", row.content())
                .bind("dueAt", row.dueAt())
                .execute();
    }

    static List<Row> due(Tx tx, String bank, Instant now, int limit) {
        return tx.handle()
                .createQuery(DUE)
                .bind("bank", bank)
                .bind("now", now)
                .bind("limit", limit)
                .map((row, _) -> row(row))
                .list();
    }

    static void markWritten(Tx tx, String bank, long id, Instant now) {
        tx.handle()
                .createUpdate(MARK_WRITTEN)
                .bind("bank", bank)
                .bind("id", id)
                .bind("now", now)
                .execute();
    }

    private static Row row(ResultSet row) throws SQLException {
        return new Row(
                row.getLong("id"),
                row.getString("kind"),
                Folder.valueOf(row.getString("folder").toUpperCase(Locale.ROOT)),
                row.getString("name"),
                row.getBytes("content"),
                Times.instant(row, "due_at"));
    }
}
