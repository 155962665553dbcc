package dev.sluice.rail.iso20022.payout;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// SQL of `rail_iso20022_unknown_file`, and comparison of files at the bank with `rail_iso20022_file`.
final class SentFilesStore {
    /// A node stores `ready_at` before it gives a file its final name. A file at the bank without it was
    /// not sent by this database, unless a person took it or the bank named it.
    private static final String NEVER_SENT = """
            SELECT found.msg_id, found.name, file.id
            FROM unnest(?::text[], ?::text[], ?::text[]) AS found (bank, msg_id, name)
            LEFT JOIN rail_iso20022_file file ON file.msg_id = found.msg_id
            LEFT JOIN rail_iso20022_unknown_file reported
                ON reported.bank = found.bank AND reported.msg_id = found.msg_id
            WHERE reported.msg_id IS NULL
                AND (file.id IS NULL
                     OR (file.state IN ('sealed', 'uploading', 'void') AND NOT file.maybe_twice
                         AND num_nonnulls(file.ready_at, file.delivered_at, file.taken_by) = 0))
            ORDER BY found.msg_id
            """;

    private static final String IS_STORED = """
            SELECT EXISTS (SELECT 1 FROM rail_iso20022_file
                           WHERE id = :id AND (NOT :delivered OR ready_at IS NOT NULL OR delivered_at IS NOT NULL))
                OR EXISTS (SELECT 1 FROM rail_iso20022_unknown_file WHERE bank = :bank AND msg_id = :msgId)
            """;

    private static final String INSERT = """
            INSERT INTO rail_iso20022_unknown_file (bank, msg_id, name, found_at)
            SELECT * FROM unnest(?::text[], ?::text[], ?::text[], ?::timestamptz[])
            ON CONFLICT DO NOTHING
            """;

    private SentFilesStore() {}

    /// A file at the bank.
    ///
    /// @param id its row; null if the database has none
    record Found(String msgId, String name, @Nullable UUID id) {}

    /// Returns the files that this database never sent and that were not reported before.
    static List<Found> neverSent(Tx tx, String bank, List<Found> files) {
        return Batch.of(NEVER_SENT)
                .texts(files, _ -> bank)
                .texts(files, Found::msgId)
                .texts(files, Found::name)
                .query(
                        tx,
                        row -> new Found(
                                row.getString("msg_id"), row.getString("name"), row.getObject("id", UUID.class)));
    }

    /// Returns true if the database has a file as this process left it, or its loss was reported.
    ///
    /// @param isDelivered this process delivered the file
    static boolean isStored(Tx tx, BankFile file, boolean isDelivered) {
        return tx.handle()
                .createQuery(IS_STORED)
                .bind("id", file.id())
                .bind("delivered", isDelivered)
                .bind("bank", file.bank())
                .bind("msgId", file.msgId())
                .mapTo(Boolean.class)
                .one();
    }

    /// Stores files as reported. The bank has them, so none of them is sent again.
    static void report(Tx tx, String bank, List<Found> files, Instant at) {
        Batch.of(INSERT)
                .texts(files, _ -> bank)
                .texts(files, Found::msgId)
                .texts(files, Found::name)
                .instants(files, _ -> at)
                .write(tx);
        FileStore.seen(
                tx, files.stream().map(Found::id).filter(Objects::nonNull).toList(), at);
    }
}
