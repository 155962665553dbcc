package dev.sluice.disbursement.lane;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import dev.sluice.idempotency.ReferenceClaims;
import dev.sluice.idempotency.ReferenceClaims.Claimed;
import java.util.List;
import java.util.UUID;

/// SQL of payouts with a reference that another payout released; organizations that allow duplicates may have several.
final class ReferenceHolderStore {
    /// Newest payout that was paid or may be. The row lock keeps it from ending unpaid while this transaction is
    /// open.
    private static final String SELECT = """
            SELECT given.organization_id, given.kind, given.reference, bearer.id
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::boolean[])
                 AS given (organization_id, kind, reference, crypto)
            CROSS JOIN LATERAL (
                SELECT d.id
                FROM disbursement d JOIN disbursement_progress p USING (organization_id, id)
                WHERE d.organization_id = given.organization_id AND d.reference = given.reference
                      AND (d.receiver IS NOT NULL) = given.crypto
                      AND (p.status NOT IN ('failed', 'cancelled')
                           OR EXISTS (SELECT FROM disbursement_discrepancy x
                                      WHERE x.organization_id = d.organization_id AND x.disbursement_id = d.id
                                            AND x.reported = 'SETTLED'))
                ORDER BY d.id DESC LIMIT 1
                FOR SHARE OF p
            ) AS bearer
            """;

    private ReferenceHolderStore() {}

    /// Returns the payouts that take over released references.
    static List<Claimed> of(Tx tx, List<Claimed> freed) {
        return freed.isEmpty()
                ? List.of()
                : Batch.of(SELECT)
                        .uuids(freed, each -> each.name().organizationId())
                        .texts(freed, each -> each.name().kind().name())
                        .texts(freed, each -> each.name().reference())
                        .booleans(freed, each -> each.name().kind() == ReferenceClaims.Kind.CRYPTO_DISBURSEMENT)
                        .query(
                                tx,
                                row -> new Claimed(
                                        new ReferenceClaims.Name(
                                                row.getObject(1, UUID.class),
                                                ReferenceClaims.Kind.valueOf(row.getString(2)),
                                                row.getString(3)),
                                        row.getObject(4, UUID.class)));
    }
}
