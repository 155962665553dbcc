package dev.sluice.rail.iso20022.payout;

import dev.sluice.db.Times;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.iso20022.payout.OutgoingFiles.Attempt;
import dev.sluice.rail.iso20022.payout.OutgoingFiles.Note;
import dev.sluice.rail.iso20022.payout.OutgoingFiles.Payout;
import dev.sluice.rail.iso20022.payout.OutgoingFiles.Shown;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of a file as people see it.
final class ShownStore {
    private static final String ONE = """
            SELECT * FROM rail_iso20022_file WHERE msg_id = :file OR name = :file ORDER BY msg_id = :file DESC LIMIT 1
            """;

    private static final String ATTEMPTS = """
            SELECT attempt, started_at, ended_at, result, message FROM rail_iso20022_attempt
            WHERE file_id = :id ORDER BY attempt
            """;

    private static final String PAYOUTS = """
            SELECT stored.organization_id, stored.payout_id, stored.end_to_end_id, stored.units, stored.exponent,
                stored.state, stored.status, stored.status_reason, stored.doubt, stored.recall_id,
                stored.recall_answer, CASE WHEN current.id <> transfer.file_id THEN current.msg_id END AS later
            FROM rail_iso20022_transfer transfer
            JOIN rail_iso20022_order stored USING (end_to_end_id)
            LEFT JOIN rail_iso20022_file current ON current.id = stored.file_id
            WHERE transfer.file_id = :id
            ORDER BY stored.organization_id, stored.payout_id
            """;

    private static final String RECALLED = """
            SELECT stored.organization_id, stored.payout_id, stored.end_to_end_id, stored.units, stored.exponent,
                stored.state, stored.status, stored.status_reason, stored.doubt, stored.recall_id,
                stored.recall_answer, NULL::text AS later
            FROM rail_iso20022_order stored WHERE stored.recall_id = :id
            ORDER BY stored.organization_id, stored.payout_id
            """;

    private ShownStore() {}

    static Optional<Shown> find(Handle handle, String file) {
        return handle.createQuery(ONE)
                .bind("file", file)
                .map((row, _) -> shown(handle, row))
                .findOne();
    }

    private static Shown shown(Handle handle, ResultSet row) throws SQLException {
        var id = row.getObject("id", UUID.class);
        boolean isRecall = row.getString("kind").equals(BankFile.Kind.RECALL.stored());
        return new Shown(
                FileStore.summary(row),
                row.getString("name"),
                HexFormat.of().formatHex(row.getBytes("sha256")),
                Times.optionalInstant(row, "delivered_at"),
                note(row, "taken_by", "taken_at"),
                note(row, "void_reason", "voided_at"),
                row.getBoolean("maybe_twice"),
                Times.optionalInstant(row, "status_at"),
                attempts(handle, id),
                payouts(handle, isRecall ? RECALLED : PAYOUTS, id));
    }

    private static @Nullable Note note(ResultSet row, String text, String at) throws SQLException {
        var when = Times.optionalInstant(row, at);
        return when == null ? null : new Note(row.getString(text), when);
    }

    private static List<Attempt> attempts(Handle handle, UUID file) {
        return handle.createQuery(ATTEMPTS)
                .bind("id", file)
                .map((row, _) -> new Attempt(
                        row.getInt("attempt"),
                        Times.instant(row, "started_at"),
                        Times.optionalInstant(row, "ended_at"),
                        row.getString("result"),
                        row.getString("message")))
                .list();
    }

    private static List<Payout> payouts(Handle handle, String sql, UUID file) {
        return handle.createQuery(sql)
                .bind("id", file)
                .map((row, _) -> payout(row))
                .list();
    }

    private static Payout payout(ResultSet row) throws SQLException {
        var status = row.getString("status");
        var reason = row.getString("status_reason");
        var answer = row.getString("recall_answer");
        return new Payout(
                new PayoutRef(row.getObject("organization_id", UUID.class), row.getObject("payout_id", UUID.class)),
                row.getString("end_to_end_id"),
                new BigDecimal(OrderStore.units(row, "units"), row.getInt("exponent")),
                row.getString("state"),
                status == null || reason == null ? status : status + " (" + reason + ")",
                row.getString("doubt"),
                row.getObject("recall_id") == null ? null : answer == null ? "requested" : answer,
                row.getString("later"));
    }
}
