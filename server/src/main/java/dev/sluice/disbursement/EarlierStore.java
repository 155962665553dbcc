package dev.sluice.disbursement;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import dev.sluice.rail.PayoutRef;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/// SQL of [EarlierPayouts].
final class EarlierStore {
    /// The lock leaves keys free: an approval that references the payout proceeds in parallel.
    private static final String LOCK = """
            SELECT organization_id, id, payee FROM disbursement
            WHERE recipient_id IS NULL AND receiver IS NULL AND (organization_id, id) > (:organization, :id)
            ORDER BY organization_id, id LIMIT :limit FOR NO KEY UPDATE SKIP LOCKED
            """;

    private static final String UPDATE = """
            UPDATE disbursement d SET recipient_id = new.recipient_id
            FROM unnest(?::uuid[], ?::uuid[], ?::uuid[]) AS new (organization_id, id, recipient_id)
            WHERE d.organization_id = new.organization_id AND d.id = new.id
            """;

    private final DisbursementRows rows;

    EarlierStore(Vault vault) {
        this.rows = new DisbursementRows(vault);
    }

    /// A payout and its recipient.
    record PaidPayout(PayoutRef ref, UUID recipientId) {}

    /// Locks some payouts without a stored recipient after a given one, and skips those that another node is
    /// reading.
    List<PaidPayout> lock(Tx tx, PayoutRef after, int limit) {
        return tx.handle()
                .createQuery(LOCK)
                .bind("organization", after.organizationId())
                .bind("id", after.payoutId())
                .bind("limit", limit)
                .map((row, _) -> paid(row))
                .list();
    }

    static void update(Tx tx, List<PaidPayout> paid) {
        Batch.of(UPDATE)
                .uuids(paid, each -> each.ref().organizationId())
                .uuids(paid, each -> each.ref().payoutId())
                .uuids(paid, PaidPayout::recipientId)
                .write(tx, paid.size());
    }

    private PaidPayout paid(ResultSet row) throws SQLException {
        var ref = new PayoutRef(row.getObject("organization_id", UUID.class), row.getObject("id", UUID.class));
        var payee = rows.payee(ref.organizationId(), row.getBytes("payee"));
        return new PaidPayout(ref, payee.parts().recipientId());
    }
}
