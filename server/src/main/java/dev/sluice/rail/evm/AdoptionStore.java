package dev.sluice.rail.evm;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import java.util.List;

/// SQL that adds MACs to payouts queued by a version without MACs.
final class AdoptionStore {
    private static final String WITHOUT_MAC = """
            SELECT * FROM rail_evm_payout WHERE state = 'queued' AND mac IS NULL ORDER BY organization_id, payout_id
            """;

    private static final String PUT_MAC = """
            UPDATE rail_evm_payout payout SET mac = new.mac
            FROM unnest(?::uuid[], ?::uuid[], ?::bytea[]) AS new (organization_id, payout_id, mac)
            WHERE payout.organization_id = new.organization_id AND payout.payout_id = new.payout_id
            """;

    private AdoptionStore() {}

    /// Returns queued payouts without a MAC, written by an earlier version.
    static List<Payout> withoutMac(Tx tx) {
        return tx.handle()
                .createQuery(WITHOUT_MAC)
                .map((row, _) -> PayoutStore.payout(row))
                .list();
    }

    static void putMac(Tx tx, List<Payout> payouts) {
        if (!payouts.isEmpty()) {
            Batch.of(PUT_MAC)
                    .uuids(payouts, each -> each.ref().organizationId())
                    .uuids(payouts, each -> each.ref().payoutId())
                    .bytes(payouts, Payout::mac)
                    .write(tx, payouts.size());
        }
    }
}
