package dev.sluice.disbursement.lane;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.DisbursementRows;
import dev.sluice.disbursement.Status;
import java.util.List;

/// SQL of `disbursement_cancelled`: payouts that are never sent any more. A row is never deleted.
final class CancelledStore {
    private static final String INSERT = """
            INSERT INTO disbursement_cancelled (organization_id, disbursement_id, at)
            SELECT * FROM unnest(?::uuid[], ?::uuid[], ?::timestamptz[])
            ON CONFLICT (organization_id, disbursement_id) DO NOTHING
            """;

    private CancelledStore() {}

    /// Stores those of some changed payouts that are cancelled.
    static void insert(Tx tx, List<Disbursement> changed) {
        var cancelled = changed.stream()
                .filter(each -> each.status() == Status.CANCELLED)
                .toList();
        if (!cancelled.isEmpty()) {
            Batch.of(INSERT)
                    .uuids(cancelled, Disbursement::organizationId)
                    .uuids(cancelled, Disbursement::id)
                    .instants(cancelled, DisbursementRows::stateAt)
                    .write(tx);
        }
    }
}
