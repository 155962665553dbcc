package dev.sluice.rail.iso20022.payout;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// SQL of actions by people on files: uploads by hand, void files, and their orders.
final class HandStore {
    private static final String TAKE = """
            UPDATE rail_iso20022_file
            SET state = 'taken', attempt = attempt + 1, maybe_twice = true, taken_by = :by, taken_at = :at
            WHERE id = :id AND state IN ('sealed', 'uploading')
            """;

    private static final String END_OTHER_ATTEMPTS = """
            UPDATE rail_iso20022_attempt SET ended_at = :at, result = 'failed', message = 'taken by hand'
            WHERE file_id = :id AND ended_at IS NULL
            """;

    private static final String INSERT_ATTEMPT = """
            INSERT INTO rail_iso20022_attempt (file_id, attempt, started_at, message)
            VALUES (:id, :attempt, :at, :message)
            """;

    private static final String TAKEN_BY = """
            SELECT taken_by FROM rail_iso20022_file WHERE id = :id AND state = 'taken'
            """;

    private static final String VOID = """
            UPDATE rail_iso20022_file SET state = 'void', void_reason = :reason, voided_at = :at, void_mac = :mac
            WHERE id = :id AND state <> 'void'
            """;

    private static final String FAIL_ATTEMPTS = """
            UPDATE rail_iso20022_attempt SET ended_at = :at, result = 'failed'
            WHERE file_id = :id AND ended_at IS NULL
            """;

    private static final String UNVOID = """
            UPDATE rail_iso20022_file
            SET state = 'delivered', delivered_at = coalesce(delivered_at, :at), maybe_twice = true
            WHERE id = :id AND state = 'void'
            """;

    private static final String REQUEUE = """
            UPDATE rail_iso20022_order
            SET state = 'queued', file_id = NULL, due_at = :at, doubt = NULL, status = NULL, status_reason = NULL,
                status_text = NULL, status_at = NULL
            WHERE file_id = :file AND state = 'sealed'
            """;

    private static final String ATTACH = """
            UPDATE rail_iso20022_order SET state = 'sealed', file_id = :file, doubt = :doubt, waits_for = NULL
            WHERE end_to_end_id = ANY (:ids::text[]) AND state = 'queued'
            """;

    private static final String DUE = """
            UPDATE rail_iso20022_order SET due_at = :at, waits_for = NULL
            WHERE end_to_end_id = :id AND state = 'queued'
            """;

    private static final String OF_FILE = """
            SELECT end_to_end_id FROM rail_iso20022_transfer WHERE file_id = :file ORDER BY end_to_end_id
            """;

    private static final String BOOKED = """
            SELECT count(*) FROM rail_iso20022_transfer WHERE file_id = :file AND entry_id IS NOT NULL
            """;

    private static final String EARLIER = """
            SELECT transfer.end_to_end_id, transfer.after_id, file.id, file.bank, file.msg_id, file.state,
                file.void_reason, file.voided_at, file.void_mac
            FROM rail_iso20022_transfer transfer
            JOIN unnest(?::text[]) AS named (end_to_end_id) USING (end_to_end_id)
            JOIN rail_iso20022_file file ON file.id = transfer.file_id
            """;

    private static final String RECALL = """
            UPDATE rail_iso20022_order SET recall_id = :recall WHERE end_to_end_id = :id AND recall_id IS NULL
            """;

    private static final String IS_RECALLED = """
            SELECT count(*) FROM rail_iso20022_order WHERE end_to_end_id = :id AND recall_id IS NOT NULL
            """;

    private static final String ANSWER_RECALL = """
            UPDATE rail_iso20022_order SET recall_answer = :answer
            WHERE end_to_end_id = :id AND recall_id IS NOT NULL
            """;

    private static final String RECALLED = """
            SELECT end_to_end_id, recall_id FROM rail_iso20022_order
            WHERE end_to_end_id = ANY (:ids::text[]) AND recall_id IS NOT NULL AND recall_answer IS NULL
            """;

    private HandStore() {}

    /// Gives a locked file to a person, and fences off the attempts of nodes.
    static void take(Tx tx, BankFile file, String by, Instant at) {
        int taken = tx.handle()
                .createUpdate(TAKE)
                .bind("id", file.id())
                .bind("by", by)
                .bind("at", at)
                .execute();
        if (taken != 1) {
            throw new IllegalStateException("the file " + file.msgId() + " is not locked");
        }
        tx.handle()
                .createUpdate(END_OTHER_ATTEMPTS)
                .bind("id", file.id())
                .bind("at", at)
                .execute();
        tx.handle()
                .createUpdate(INSERT_ATTEMPT)
                .bind("id", file.id())
                .bind("attempt", file.attempt() + 1)
                .bind("at", at)
                .bind("message", "by hand: " + by)
                .execute();
    }

    static Optional<String> takenBy(Tx tx, UUID file) {
        return tx.handle()
                .createQuery(TAKEN_BY)
                .bind("id", file)
                .mapTo(String.class)
                .findOne();
    }

    /// A file's end without the bank.
    ///
    /// @param mac MAC of the other fields
    record Voided(UUID file, String bank, String msgId, String reason, Instant at, byte @Nullable [] mac) {}

    /// Stores that a file is void, and puts its open orders into the queue again.
    static void endVoid(Tx tx, Voided voided) {
        tx.handle()
                .createUpdate(VOID)
                .bind("id", voided.file())
                .bind("reason", voided.reason())
                .bind("at", voided.at())
                .bind("mac", voided.mac())
                .execute();
        tx.handle()
                .createUpdate(FAIL_ATTEMPTS)
                .bind("id", voided.file())
                .bind("at", voided.at())
                .execute();
        tx.handle()
                .createUpdate(REQUEUE)
                .bind("file", voided.file())
                .bind("at", voided.at())
                .execute();
    }

    /// Takes a void file's end back, because the bank has it. Its orders that wait for another file are
    /// its own again, with a doubt.
    ///
    /// @param queued orders that are in no other file
    static void attach(Tx tx, UUID file, List<String> queued, String doubt, Instant at) {
        tx.handle().createUpdate(UNVOID).bind("id", file).bind("at", at).execute();
        tx.handle()
                .createUpdate(ATTACH)
                .bind("file", file)
                .bind("doubt", doubt)
                .bindArray("ids", String.class, queued)
                .execute();
    }

    /// Makes a queued order due.
    static void due(Tx tx, String endToEndId, Instant at) {
        tx.handle().createUpdate(DUE).bind("id", endToEndId).bind("at", at).execute();
    }

    /// Returns the EndToEndIds of all transfers of a file, also of those that are in a later file by
    /// now.
    static List<String> endToEndIds(Tx tx, UUID file) {
        return tx.handle()
                .createQuery(OF_FILE)
                .bind("file", file)
                .mapTo(String.class)
                .list();
    }

    /// Returns true if an entry of the account books a transfer of the file.
    static boolean isBooked(Tx tx, UUID file) {
        return tx.handle()
                        .createQuery(BOOKED)
                        .bind("file", file)
                        .mapTo(Long.class)
                        .one()
                > 0;
    }

    /// Earlier files of a transfer.
    ///
    /// @param last the newest of them
    /// @param areVoid all of them are void
    record Earlier(UUID last, boolean areVoid) {}

    private record Row(String endToEndId, UUID after, boolean isVoid, Voided file) {}

    /// Returns the earlier files of those of some transfers that have any.
    ///
    /// @param isAuthentic tests the MAC of a void file
    static Map<String, Earlier> earlier(Tx tx, Collection<String> endToEndIds, Predicate<Voided> isAuthentic) {
        if (endToEndIds.isEmpty()) {
            return Map.of();
        }
        var byId = new HashMap<String, List<Row>>();
        Batch.of(EARLIER)
                .texts(List.copyOf(endToEndIds), each -> each)
                .query(tx, HandStore::row)
                .forEach(row -> byId.computeIfAbsent(row.endToEndId(), _ -> new ArrayList<>())
                        .add(row));
        var earlier = new HashMap<String, Earlier>();
        byId.forEach((id, rows) -> {
            var before = new HashSet<UUID>();
            rows.forEach(row -> before.add(row.after()));
            boolean areVoid = rows.stream().allMatch(row -> row.isVoid() && isAuthentic.test(row.file()));
            rows.stream()
                    .map(row -> row.file().file())
                    .filter(file -> !before.contains(file))
                    .findFirst()
                    .ifPresent(last -> earlier.put(id, new Earlier(last, areVoid)));
        });
        return earlier;
    }

    private static Row row(ResultSet row) throws SQLException {
        var at = Times.optionalInstant(row, "voided_at");
        var reason = row.getString("void_reason");
        return new Row(
                row.getString("end_to_end_id"),
                row.getObject("after_id", UUID.class),
                row.getString("state").equals(BankFile.State.VOID.stored()) && at != null,
                new Voided(
                        row.getObject("id", UUID.class),
                        row.getString("bank"),
                        row.getString("msg_id"),
                        reason == null ? "" : reason,
                        at == null ? Instant.EPOCH : at,
                        row.getBytes("void_mac")));
    }

    /// Stores the request to cancel an order, unless there is one.
    static void recall(Tx tx, String endToEndId, UUID recall) {
        tx.handle()
                .createUpdate(RECALL)
                .bind("id", endToEndId)
                .bind("recall", recall)
                .execute();
    }

    static boolean isRecalled(Tx tx, String endToEndId) {
        return tx.handle()
                        .createQuery(IS_RECALLED)
                        .bind("id", endToEndId)
                        .mapTo(Long.class)
                        .one()
                > 0;
    }

    static void answerRecall(Tx tx, String endToEndId, String answer) {
        tx.handle()
                .createUpdate(ANSWER_RECALL)
                .bind("id", endToEndId)
                .bind("answer", answer)
                .execute();
    }

    /// Returns those of some orders that one recall asks to cancel, and whose answer is missing. If
    /// several recalls wait for their answers, an answer that names no transaction is of none of them.
    static Set<String> recalled(Tx tx, Collection<String> endToEndIds) {
        if (endToEndIds.isEmpty()) {
            return Set.of();
        }
        var recalls = new HashMap<String, UUID>();
        tx.handle()
                .createQuery(RECALLED)
                .bindArray("ids", String.class, endToEndIds.toArray())
                .map((row, _) -> Map.entry(row.getString("end_to_end_id"), row.getObject("recall_id", UUID.class)))
                .forEach(each -> recalls.put(each.getKey(), each.getValue()));
        return Set.copyOf(recalls.values()).size() == 1 ? Set.copyOf(recalls.keySet()) : Set.of();
    }
}
