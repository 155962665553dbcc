package dev.sluice.recipient.intake;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import dev.sluice.recipient.intake.IntakeRow.State;
import dev.sluice.sheet.file.SealedRows;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of `recipient_intake_row`. What a row says, and what is wrong with it, is sealed.
final class IntakeRowStore {
    private static final String INSERT = """
            INSERT INTO recipient_intake_row (organization_id, file_id, number, content, state, recipient_id)
            SELECT organization_id, file_id, number, content, state, recipient_id
            FROM unnest(?::uuid[], ?::uuid[], ?::int4[], ?::bytea[], ?::text[], ?::uuid[])
                 AS new (organization_id, file_id, number, content, state, recipient_id)
            """;

    private static final String SELECT = """
            SELECT organization_id, number, content, state, recipient_id FROM recipient_intake_row
            WHERE organization_id = :organization AND file_id = :file
            """;

    private static final String PAGE = SELECT + """
            AND (NOT :wrongOnly OR state IN ('FAULTY', 'DUPLICATE', 'REFUSED')) AND number > :after
            ORDER BY number LIMIT :limit OFFSET :offset
            """;

    private static final String READY = SELECT + "AND state = 'READY' ORDER BY number LIMIT :limit";

    private static final String SETTLE = """
            UPDATE recipient_intake_row r
            SET state = new.state, content = new.content, recipient_id = new.recipient_id
            FROM unnest(?::uuid[], ?::uuid[], ?::int4[], ?::bytea[], ?::text[], ?::uuid[])
                 AS new (organization_id, file_id, number, content, state, recipient_id)
            WHERE r.organization_id = new.organization_id AND r.file_id = new.file_id AND r.number = new.number
                AND r.state = 'READY'
            """;

    private static final String COUNTS = """
            SELECT state, count(*) AS rows FROM recipient_intake_row
            WHERE organization_id = :organization AND file_id = :file GROUP BY state
            """;

    private final SealedRows<IntakeColumn> contents;

    IntakeRowStore(Vault vault) {
        this.contents = new SealedRows<>(vault, "recipient/intake", IntakeColumn.class);
    }

    /// A stretch of a list.
    ///
    /// @param after a line of the file
    record Window(int after, int limit, long offset) {}

    void insert(Tx tx, IntakeFile file, List<IntakeRow> rows) {
        batch(INSERT, file, rows).write(tx);
    }

    /// Writes what became of rows that nothing had become of yet, and of these alone.
    int settle(Tx tx, IntakeFile file, List<IntakeRow> rows) {
        return batch(SETTLE, file, rows).update(tx);
    }

    private Batch batch(String sql, IntakeFile file, List<IntakeRow> rows) {
        return Batch.of(sql)
                .uuids(rows, _ -> file.organizationId())
                .uuids(rows, _ -> file.id())
                .integers(rows, IntakeRow::number)
                .bytes(rows, row -> contents.seal(file.organizationId(), row))
                .texts(rows, row -> row.state().name())
                .uuids(rows, IntakeRow::recipientId);
    }

    List<IntakeRow> page(Handle handle, IntakeFile file, boolean wrongOnly, Window window) {
        return handle.createQuery(PAGE)
                .bind("organization", file.organizationId())
                .bind("file", file.id())
                .bind("wrongOnly", wrongOnly)
                .bind("after", window.after())
                .bind("limit", window.limit())
                .bind("offset", window.offset())
                .map((row, _) -> read(row))
                .list();
    }

    List<IntakeRow> ready(Handle handle, IntakeFile file, int limit) {
        return handle.createQuery(READY)
                .bind("organization", file.organizationId())
                .bind("file", file.id())
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

    static Map<State, Long> counts(Handle handle, IntakeFile file) {
        var counts = new EnumMap<State, Long>(State.class);
        handle.createQuery(COUNTS)
                .bind("organization", file.organizationId())
                .bind("file", file.id())
                .map((row, _) -> Map.entry(State.valueOf(row.getString("state")), row.getLong("rows")))
                .forEach(each -> counts.put(each.getKey(), each.getValue()));
        return counts;
    }

    private IntakeRow read(ResultSet row) throws SQLException {
        var content = contents.open(row.getObject("organization_id", UUID.class), row.getBytes("content"));
        return new IntakeRow(
                row.getInt("number"),
                content.cells(),
                content.faults(),
                State.valueOf(row.getString("state")),
                row.getObject("recipient_id", UUID.class));
    }
}
