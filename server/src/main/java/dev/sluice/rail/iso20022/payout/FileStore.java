package dev.sluice.rail.iso20022.payout;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/// SQL of `rail_iso20022_file`, `rail_iso20022_transfer` and `rail_iso20022_attempt`. Every step of a delivery names
/// its attempt, so that a node whose lease ended changes nothing.
final class FileStore {
    private static final String INSERT = """
            INSERT INTO rail_iso20022_file (
                id, bank, kind, msg_id, name, asset, exponent, units, transfers, content, sha256, mac, state,
                sealed_at, sealed_on, due_at)
            VALUES (:id, :bank, :kind, :msgId, :name, :asset, :exponent, :units, :transfers, :content, :sha256, :mac,
                    'sealed', :sealedAt, :sealedOn, :sealedAt)
            """;

    private static final String INSERT_TRANSFERS = """
            INSERT INTO rail_iso20022_transfer (end_to_end_id, after_id, file_id, units)
            SELECT * FROM unnest(?::text[], ?::uuid[], ?::uuid[], ?::numeric[])
            """;

    private static final String SEALED_ON = """
            SELECT coalesce(sum(units), 0) AS units FROM rail_iso20022_file
            WHERE bank = :bank AND sealed_on = :day AND asset = :asset AND kind = 'payment' AND state <> 'void'
            """;

    private static final String CLAIM = """
            UPDATE rail_iso20022_file SET due_at = :leasedUntil
            WHERE id = (
                SELECT id FROM rail_iso20022_file
                WHERE bank = :bank AND state IN ('sealed', 'uploading', 'ready', 'doubtful') AND due_at <= :now
                ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
            RETURNING *
            """;

    private static final String BEGIN = """
            UPDATE rail_iso20022_file SET state = 'uploading', attempt = :next, due_at = :leasedUntil
            WHERE id = :id AND attempt = :attempt AND state IN ('sealed', 'uploading', 'doubtful')
            """;

    private static final String INSERT_ATTEMPT = """
            INSERT INTO rail_iso20022_attempt (file_id, attempt, started_at) VALUES (:id, :attempt, :at)
            """;

    private static final String END_ATTEMPT = """
            UPDATE rail_iso20022_attempt SET ended_at = :at, result = :result, message = :message
            WHERE file_id = :id AND attempt = :attempt AND ended_at IS NULL
            """;

    private static final String READY = """
            UPDATE rail_iso20022_file SET state = 'ready', due_at = :leasedUntil, ready_at = coalesce(ready_at, :at)
            WHERE id = :id AND attempt = :attempt AND state = 'uploading'
            """;

    private static final String DELIVERED = """
            UPDATE rail_iso20022_file SET state = 'delivered', delivered_at = :at
            WHERE id = :id AND state NOT IN ('delivered', 'void')
            """;

    private static final String DOUBTFUL = """
            UPDATE rail_iso20022_file SET state = 'doubtful', maybe_twice = true, due_at = :lookAgainAt
            WHERE id = :id AND attempt = :attempt AND state IN ('uploading', 'ready')
            """;

    private static final String RETRY = """
            UPDATE rail_iso20022_file SET due_at = :at
            WHERE id = :id AND attempt = :attempt AND state IN ('sealed', 'uploading', 'ready', 'doubtful')
            """;

    private static final String BY_MSG_ID = """
            SELECT * FROM rail_iso20022_file WHERE bank = :bank AND msg_id = :msgId FOR UPDATE
            """;

    private static final String BY_MSG_ID_ALONE = """
            SELECT * FROM rail_iso20022_file WHERE msg_id = :msgId FOR UPDATE
            """;

    private static final String BY_ID = """
            SELECT * FROM rail_iso20022_file WHERE id = :id FOR UPDATE
            """;

    private static final String SEEN = """
            UPDATE rail_iso20022_file SET state = 'delivered', delivered_at = :at
            WHERE id = ANY (:ids::uuid[]) AND state NOT IN ('delivered', 'void')
            """;

    private static final String END_ATTEMPTS = """
            UPDATE rail_iso20022_attempt SET ended_at = :at, result = 'delivered'
            WHERE file_id = ANY (:ids::uuid[]) AND ended_at IS NULL
            """;

    private static final String MAYBE_TWICE = """
            SELECT DISTINCT end_to_end_id FROM rail_iso20022_transfer
            JOIN unnest(?::text[]) AS named (end_to_end_id) USING (end_to_end_id)
            JOIN rail_iso20022_file file ON file.id = file_id
            WHERE file.maybe_twice
            """;

    private static final String IN_SEVERAL_FILES = """
            SELECT end_to_end_id FROM rail_iso20022_transfer
            JOIN unnest(?::text[]) AS named (end_to_end_id) USING (end_to_end_id)
            GROUP BY end_to_end_id HAVING count(*) > 1
            """;

    private static final String LAST_FILE = """
            SELECT file.* FROM rail_iso20022_transfer transfer
            JOIN rail_iso20022_file file ON file.id = transfer.file_id
            WHERE transfer.end_to_end_id = :id
            ORDER BY file.sealed_at DESC, file.id DESC LIMIT 1
            """;

    private static final String NOTE = """
            UPDATE rail_iso20022_file SET status = :status, status_at = :at WHERE id = :id
            """;

    private static final String LOCK_TRANSFERS = """
            SELECT entry_id FROM rail_iso20022_transfer
            JOIN unnest(?::text[]) AS named (end_to_end_id) USING (end_to_end_id)
            ORDER BY end_to_end_id FOR UPDATE OF rail_iso20022_transfer
            """;

    private static final String BOOK = """
            UPDATE rail_iso20022_transfer transfer SET entry_id = booked.entry_id
            FROM unnest(?::text[], ?::uuid[]) AS booked (end_to_end_id, entry_id)
            WHERE transfer.end_to_end_id = booked.end_to_end_id
            """;

    private static final String NEWEST = """
            SELECT msg_id, bank, kind, sealed_at, transfers, units, asset, exponent, state, attempt, status
            FROM rail_iso20022_file
            WHERE :bank::text IS NULL OR bank = :bank
            ORDER BY sealed_at DESC, id DESC LIMIT :limit
            """;

    private static final UUID NONE = new UUID(0, 0);

    private FileStore() {}

    static void insert(Tx tx, BankFile file) {
        tx.handle()
                .createUpdate(INSERT)
                .bind("id", file.id())
                .bind("bank", file.bank())
                .bind("kind", file.kind().stored())
                .bind("msgId", file.msgId())
                .bind("name", file.name())
                .bind("asset", file.asset())
                .bind("exponent", file.exponent())
                .bind("units", new BigDecimal(file.units()))
                .bind("transfers", file.transfers())
                .bind("content", file.content())
                .bind("sha256", file.sha256())
                .bind("mac", file.mac())
                .bind("sealedAt", file.sealedAt())
                .bind("sealedOn", file.sealedOn())
                .execute();
    }

    /// Adds the transfers of a file. A transfer that an earlier file has fails the transaction.
    ///
    /// @param after the void file that contained an order before, by its EndToEndId
    static void insertTransfers(Tx tx, UUID file, List<BankOrder> orders, Map<String, UUID> after) {
        Batch.of(INSERT_TRANSFERS)
                .texts(orders, BankOrder::endToEndId)
                .uuids(orders, each -> after.getOrDefault(each.endToEndId(), NONE))
                .uuids(orders, _ -> file)
                .units(orders, each -> each.amount().units())
                .write(tx, orders.size());
    }

    /// Returns those of some transfers of which the bank may have got more than one copy.
    static Set<String> maybeTwice(Tx tx, Collection<String> endToEndIds) {
        return ids(tx, MAYBE_TWICE, endToEndIds);
    }

    /// Returns those of some transfers that are in a file after a void one.
    static Set<String> inSeveralFiles(Tx tx, Collection<String> endToEndIds) {
        return ids(tx, IN_SEVERAL_FILES, endToEndIds);
    }

    private static Set<String> ids(Tx tx, String sql, Collection<String> endToEndIds) {
        return endToEndIds.isEmpty()
                ? Set.of()
                : Set.copyOf(Batch.of(sql)
                        .texts(List.copyOf(endToEndIds), each -> each)
                        .query(tx, row -> row.getString(1)));
    }

    /// Returns the sum of the files of a day.
    static BigInteger sealedOn(Tx tx, String bank, String asset, LocalDate day) {
        return tx.handle()
                .createQuery(SEALED_ON)
                .bind("bank", bank)
                .bind("asset", asset)
                .bind("day", day)
                .map((row, _) -> OrderStore.units(row, "units"))
                .one();
    }

    /// Leases the next file that is due.
    static Optional<BankFile> claim(Tx tx, String bank, Instant now, Instant leasedUntil) {
        return tx.handle()
                .createQuery(CLAIM)
                .bind("bank", bank)
                .bind("now", now)
                .bind("leasedUntil", leasedUntil)
                .map((row, _) -> file(row))
                .findOne();
    }

    /// Begins the next attempt, before anything is sent.
    static boolean begin(Tx tx, BankFile file, Instant now, Instant leasedUntil) {
        boolean begun = step(tx, BEGIN, file)
                        .bind("next", file.attempt() + 1)
                        .bind("leasedUntil", leasedUntil)
                        .execute()
                == 1;
        if (begun) {
            tx.handle()
                    .createUpdate(INSERT_ATTEMPT)
                    .bind("id", file.id())
                    .bind("attempt", file.attempt() + 1)
                    .bind("at", now)
                    .execute();
        }
        return begun;
    }

    static boolean ready(Tx tx, BankFile file, Instant now, Instant leasedUntil) {
        return step(tx, READY, file)
                        .bind("at", now)
                        .bind("leasedUntil", leasedUntil)
                        .execute()
                == 1;
    }

    static void delivered(Tx tx, BankFile file, Instant at) {
        tx.handle().createUpdate(DELIVERED).bind("id", file.id()).bind("at", at).execute();
        endAttempt(tx, file, at, "delivered", null);
    }

    /// The bank named these files or their transfers, so it has them.
    static void seen(Tx tx, Collection<UUID> files, Instant at) {
        for (var sql : files.isEmpty() ? List.<String>of() : List.of(SEEN, END_ATTEMPTS)) {
            tx.handle()
                    .createUpdate(sql)
                    .bindArray("ids", UUID.class, files.toArray())
                    .bind("at", at)
                    .execute();
        }
    }

    static boolean doubtful(Tx tx, BankFile file, Instant at, Instant lookAgainAt, String message) {
        boolean changed =
                step(tx, DOUBTFUL, file).bind("lookAgainAt", lookAgainAt).execute() == 1;
        if (changed) {
            endAttempt(tx, file, at, "doubtful", message);
        }
        return changed;
    }

    static void retry(Tx tx, BankFile file, Instant at) {
        step(tx, RETRY, file).bind("at", at).execute();
    }

    static void endAttempt(Tx tx, BankFile file, Instant at, String result, @Nullable String message) {
        step(tx, END_ATTEMPT, file)
                .bind("at", at)
                .bind("result", result)
                .bind("message", message)
                .execute();
    }

    static Optional<BankFile> lock(Tx tx, String bank, String msgId) {
        return tx.handle()
                .createQuery(BY_MSG_ID)
                .bind("bank", bank)
                .bind("msgId", msgId)
                .map((row, _) -> file(row))
                .findOne();
    }

    /// Returns the newest file that contained a transfer.
    static Optional<BankFile> lastFile(Tx tx, String endToEndId) {
        return tx.handle()
                .createQuery(LAST_FILE)
                .bind("id", endToEndId)
                .map((row, _) -> file(row))
                .findOne();
    }

    /// Locks a file of any account.
    static Optional<BankFile> lock(Tx tx, String msgId) {
        return tx.handle()
                .createQuery(BY_MSG_ID_ALONE)
                .bind("msgId", msgId)
                .map((row, _) -> file(row))
                .findOne();
    }

    static Optional<BankFile> lock(Tx tx, UUID id) {
        return tx.handle()
                .createQuery(BY_ID)
                .bind("id", id)
                .map((row, _) -> file(row))
                .findOne();
    }

    static List<BankPayouts.OutgoingFile> newest(Handle handle, @Nullable String bank, int limit) {
        return handle.createQuery(NEWEST)
                .bind("bank", bank)
                .bind("limit", limit)
                .map((row, _) -> summary(row))
                .list();
    }

    static BankPayouts.OutgoingFile summary(ResultSet row) throws SQLException {
        return new BankPayouts.OutgoingFile(
                row.getString("msg_id"),
                row.getString("bank"),
                row.getString("kind"),
                Times.instant(row, "sealed_at"),
                row.getInt("transfers"),
                new BigDecimal(OrderStore.units(row, "units"), row.getInt("exponent")).toPlainString(),
                row.getString("asset"),
                row.getString("state"),
                row.getInt("attempt"),
                row.getString("status"));
    }

    static void note(Tx tx, UUID file, String status, Instant at) {
        tx.handle()
                .createUpdate(NOTE)
                .bind("id", file)
                .bind("status", status)
                .bind("at", at)
                .execute();
    }

    /// Stores the entry that books transfers.
    ///
    /// @return false if another entry has booked one of them before; then nothing is stored
    static boolean book(Tx tx, List<String> endToEndIds, UUID entry) {
        var booked = Batch.of(LOCK_TRANSFERS)
                .texts(endToEndIds, each -> each)
                .query(tx, row -> row.getObject("entry_id", UUID.class));
        if (booked.stream().anyMatch(each -> each != null && !each.equals(entry))) {
            return false;
        }
        Batch.of(BOOK)
                .texts(endToEndIds, each -> each)
                .uuids(endToEndIds, _ -> entry)
                .write(tx);
        return true;
    }

    private static Update step(Tx tx, String sql, BankFile file) {
        return tx.handle().createUpdate(sql).bind("id", file.id()).bind("attempt", file.attempt());
    }

    static BankFile file(ResultSet row) throws SQLException {
        return new BankFile(
                row.getObject("id", UUID.class),
                row.getString("bank"),
                BankFile.Kind.of(row.getString("kind")),
                row.getString("msg_id"),
                row.getString("name"),
                row.getString("asset"),
                row.getInt("exponent"),
                OrderStore.units(row, "units"),
                row.getInt("transfers"),
                row.getBytes("content"),
                row.getBytes("sha256"),
                new BankFile.Delivery(
                        BankFile.State.of(row.getString("state")),
                        row.getInt("attempt"),
                        Times.optionalInstant(row, "ready_at"),
                        row.getBoolean("maybe_twice"),
                        row.getString("status")),
                Times.instant(row, "sealed_at"),
                row.getObject("sealed_on", LocalDate.class),
                row.getBytes("mac"));
    }
}
