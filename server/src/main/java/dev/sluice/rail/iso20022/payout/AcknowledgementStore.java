package dev.sluice.rail.iso20022.payout;

import dev.sluice.db.Tx;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/// SQL of the acknowledgements of delivered files.
final class AcknowledgementStore {
    private static final String EXPECTED = """
            SELECT id, name, msg_id FROM rail_iso20022_file
            WHERE bank = :bank AND state = 'delivered' AND acknowledged_at IS NULL AND status IS NULL
                AND delivered_at > :since
            ORDER BY delivered_at LIMIT :limit
            """;

    private static final String FOUND = """
            UPDATE rail_iso20022_file SET acknowledged_at = :at WHERE id = :id AND acknowledged_at IS NULL
            """;

    private AcknowledgementStore() {}

    /// A file without an acknowledgement.
    record Expected(UUID id, String name, String msgId) {}

    /// Returns delivered files without an acknowledgement or a status, the oldest first.
    static List<Expected> expected(Tx tx, String bank, Instant since, int limit) {
        return tx.handle()
                .createQuery(EXPECTED)
                .bind("bank", bank)
                .bind("since", since)
                .bind("limit", limit)
                .map((row, _) ->
                        new Expected(row.getObject("id", UUID.class), row.getString("name"), row.getString("msg_id")))
                .list();
    }

    static void found(Tx tx, UUID file, Instant at) {
        tx.handle().createUpdate(FOUND).bind("id", file).bind("at", at).execute();
    }
}
