package dev.sluice.disbursement;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import dev.sluice.disbursement.DisbursementRows.Checked;
import dev.sluice.rail.PayoutRef;
import dev.sluice.vault.Vault;
import java.util.List;
import java.util.UUID;

/// SQL of the MACs of payouts that a version without any has left open.
final class MacStore {
    private static final int PAGE = 500;

    private static final String OPEN = """
            SELECT organization_id, id FROM disbursement_progress WHERE status = 'pending'
            ORDER BY organization_id, id
            """;

    private static final String PUT = """
            UPDATE disbursement d SET mac = new.mac
            FROM unnest(?::uuid[], ?::uuid[], ?::bytea[]) AS new (organization_id, id, mac)
            WHERE d.organization_id = new.organization_id AND d.id = new.id AND d.mac IS NULL
            """;

    private final DisbursementStore store;
    private final InstructionMac macs;

    MacStore(Vault vault) {
        this.store = new DisbursementStore(vault);
        this.macs = new InstructionMac(vault);
    }

    /// Makes the MAC of every open payout that has none.
    void adopt(Tx tx) {
        var open = tx.handle()
                .createQuery(OPEN)
                .map((row, _) ->
                        new PayoutRef(row.getObject("organization_id", UUID.class), row.getObject("id", UUID.class)))
                .list();
        for (int from = 0; from < open.size(); from += PAGE) {
            var page = open.subList(from, Math.min(open.size(), from + PAGE));
            put(tx, store.findChecked(tx, page).stream().map(Checked::payout).toList());
        }
    }

    private void put(Tx tx, List<Disbursement> payouts) {
        Batch.of(PUT)
                .uuids(payouts, Disbursement::organizationId)
                .uuids(payouts, Disbursement::id)
                .bytes(payouts, macs::of)
                .update(tx);
    }
}
