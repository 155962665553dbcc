package dev.sluice.rail.sandbox.bank;

import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// SQL of `rail_sandbox_bank_received`.
final class ReceivedStore {
    private static final String INSERT = """
            INSERT INTO rail_sandbox_bank_received (bank, id, name, hash, raw, msg_id, kind, received_at, state)
            VALUES (:bank, :id, :name, :hash, :raw, :msgId, :kind, :receivedAt, :state)
            """;

    private static final String UNARCHIVED = """
            SELECT id, name, hash, msg_id, kind, received_at, state FROM rail_sandbox_bank_received
            WHERE bank = :bank AND archived_at IS NULL ORDER BY id
            """;

    private static final String HAS_NAME = """
            SELECT 1 FROM rail_sandbox_bank_received WHERE bank = :bank AND name = :name AND id < :id LIMIT 1
            """;

    private static final String MARK_ARCHIVED = """
            UPDATE rail_sandbox_bank_received SET archived_at = :now WHERE bank = :bank AND id = :id
            """;

    private static final String KNOWN = """
            SELECT 1 FROM rail_sandbox_bank_received
            WHERE bank = :bank AND msg_id = :msgId AND received_at > :since
              AND state = ANY (string_to_array(:states, ','))
            LIMIT 1
            """;

    private static final String SIGN = """
            UPDATE rail_sandbox_bank_received SET state = 'accepted'
            WHERE bank = :bank AND msg_id = :msgId AND state = 'held'
            """;

    private ReceivedStore() {}

    enum State {
        ACCEPTED,
        REFUSED,
        /// Taken and forgotten.
        LOST,
        /// The bank said yes and stored no payments.
        EMPTY,
        /// The second signature is missing.
        HELD
    }

    /// A file of the customer.
    record Row(
            long id, String name, byte[] hash, @Nullable String msgId, String kind, Instant receivedAt, State state) {}

    static void insert(Tx tx, String bank, Row row, byte[] raw) {
        tx.handle()
                .createUpdate(INSERT)
                .bind("bank", bank)
                .bind("id", row.id())
                .bind("name", row.name())
                .bind("hash", row.hash())
                .bind("raw", raw)
                .bind("msgId", row.msgId())
                .bind("kind", row.kind())
                .bind("receivedAt", row.receivedAt())
                .bind("state", row.state().name().toLowerCase(Locale.ROOT))
                .execute();
    }

    /// Returns files that may still be in the customer's folder.
    static List<Row> unarchived(Tx tx, String bank) {
        return tx.handle()
                .createQuery(UNARCHIVED)
                .bind("bank", bank)
                .map((row, _) -> row(row))
                .list();
    }

    /// Returns true if an earlier file had the name as well.
    static boolean isNameUsed(Tx tx, String bank, String name, long id) {
        return tx.handle()
                .createQuery(HAS_NAME)
                .bind("bank", bank)
                .bind("name", name)
                .bind("id", id)
                .mapTo(Integer.class)
                .findOne()
                .isPresent();
    }

    static void markArchived(Tx tx, String bank, long id, Instant now) {
        tx.handle()
                .createUpdate(MARK_ARCHIVED)
                .bind("bank", bank)
                .bind("id", id)
                .bind("now", now)
                .execute();
    }

    /// Returns true if the bank remembers a file with this MsgId.
    static boolean isKnown(Tx tx, String bank, String msgId, Instant since) {
        return exists(tx, bank, msgId, since, "accepted,empty,held");
    }

    /// Returns true if a file with this MsgId was taken and forgotten.
    static boolean isLost(Tx tx, String bank, String msgId) {
        return exists(tx, bank, msgId, Instant.EPOCH, "lost");
    }

    private static boolean exists(Tx tx, String bank, String msgId, Instant since, String states) {
        return tx.handle()
                .createQuery(KNOWN)
                .bind("bank", bank)
                .bind("msgId", msgId)
                .bind("since", since)
                .bind("states", states)
                .mapTo(Integer.class)
                .findOne()
                .isPresent();
    }

    static void sign(Tx tx, String bank, String msgId) {
        tx.handle().createUpdate(SIGN).bind("bank", bank).bind("msgId", msgId).execute();
    }

    private static Row row(ResultSet row) throws SQLException {
        return new Row(
                row.getLong("id"),
                row.getString("name"),
                row.getBytes("hash"),
                row.getString("msg_id"),
                row.getString("kind"),
                Times.instant(row, "received_at"),
                State.valueOf(row.getString("state").toUpperCase(Locale.ROOT)));
    }
}
