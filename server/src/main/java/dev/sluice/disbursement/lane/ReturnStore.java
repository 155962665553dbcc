package dev.sluice.disbursement.lane;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import dev.sluice.rail.PayoutRef;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;

/// SQL of `disbursement_return`: operators' payouts that send money back. Their merchant can neither cancel nor force
/// them.
public final class ReturnStore {
    private static final String INSERT = """
            INSERT INTO disbursement_return (organization_id, disbursement_id)
            SELECT * FROM unnest(?::uuid[], ?::uuid[])
            """;

    private static final String AMONG = """
            SELECT known.organization_id, known.disbursement_id
            FROM unnest(?::uuid[], ?::uuid[]) AS wanted (organization_id, disbursement_id)
            JOIN disbursement_return known USING (organization_id, disbursement_id)
            """;

    private static final String IS_ONE = """
            SELECT EXISTS (
                SELECT FROM disbursement_return WHERE organization_id = :organization AND disbursement_id = :id)
            """;

    private ReturnStore() {}

    public static void insert(Tx tx, PayoutRef ref) {
        refs(INSERT, List.of(ref)).write(tx);
    }

    /// Returns the returns among some payouts, read when the supplier is called.
    static Supplier<Set<PayoutRef>> among(Tx tx, List<PayoutRef> wanted) {
        if (wanted.isEmpty()) {
            return Set::of;
        }
        var asked = refs(AMONG, wanted)
                .queueQuery(tx, row -> new PayoutRef(row.getObject(1, UUID.class), row.getObject(2, UUID.class)));
        return () -> Set.copyOf(asked.get());
    }

    public static boolean isOne(Handle handle, UUID organizationId, UUID id) {
        return handle.createQuery(IS_ONE)
                .bind("organization", organizationId)
                .bind("id", id)
                .mapTo(Boolean.class)
                .one();
    }

    private static Batch refs(String sql, List<PayoutRef> refs) {
        return Batch.of(sql).uuids(refs, PayoutRef::organizationId).uuids(refs, PayoutRef::payoutId);
    }
}
