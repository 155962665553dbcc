package dev.sluice.deposit;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import dev.sluice.deposit.lane.CreateDecision;
import dev.sluice.idempotency.ReferenceClaims.Claimed;
import java.util.List;
import java.util.UUID;

/// SQL of deposits with a reference that another deposit released: those paid after expiry, or of an organization that
/// allows duplicates.
public final class ReferenceHolderStore {
    /// Newest deposit that was paid or is still payable. The row lock keeps it from ending unpaid while this
    /// transaction is open.
    private static final String SELECT = """
            SELECT given.organization_id, given.reference, bearer.id
            FROM unnest(?::uuid[], ?::text[]) AS given (organization_id, reference)
            CROSS JOIN LATERAL (
                SELECT d.id
                FROM deposit d JOIN deposit_progress p USING (organization_id, id)
                WHERE d.organization_id = given.organization_id AND d.reference = given.reference
                      AND p.status NOT IN ('expired', 'cancelled')
                ORDER BY d.id DESC LIMIT 1
                FOR SHARE OF p
            ) AS bearer
            """;

    private ReferenceHolderStore() {}

    /// Returns the deposits that take over released references.
    public static List<Claimed> of(Tx tx, List<Claimed> freed) {
        return freed.isEmpty()
                ? List.of()
                : Batch.of(SELECT)
                        .uuids(freed, each -> each.name().organizationId())
                        .texts(freed, each -> each.name().reference())
                        .query(
                                tx,
                                row -> new Claimed(
                                        CreateDecision.name(row.getObject(1, UUID.class), row.getString(2)),
                                        row.getObject(3, UUID.class)));
    }
}
