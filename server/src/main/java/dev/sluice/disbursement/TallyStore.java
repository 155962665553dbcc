package dev.sluice.disbursement;

import dev.sluice.db.Tally;
import dev.sluice.db.Tx;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `disbursement_tally`: how many payouts there are by currency and status.
final class TallyStore {
    private static final String ADD = """
            INSERT INTO disbursement_tally AS t (organization_id, asset, status, total)
            SELECT * FROM unnest(?::uuid[], ?::text[], ?::text[], ?::int8[])
            ON CONFLICT (organization_id, asset, status) DO UPDATE SET total = t.total + excluded.total
            """;

    private static final String SUBTRACT = """
            UPDATE disbursement_tally t SET total = t.total - less.total
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::int8[]) AS less (organization_id, asset, status, total)
            WHERE t.organization_id = less.organization_id AND t.asset = less.asset AND t.status = less.status
            """;

    private static final String SUM = """
            SELECT coalesce(sum(total), 0) FROM disbursement_tally
            WHERE organization_id = :organization
                  AND (:asset::text IS NULL OR asset = :asset) AND (:status::text IS NULL OR status = :status)
            """;

    private TallyStore() {}

    /// The changes of one transaction.
    static final class Changes {
        private final Tally tally = new Tally();

        Changes add(Disbursement payout, int by) {
            tally.add(
                    payout.organizationId(),
                    payout.amount().asset().code(),
                    payout.status().wire(),
                    by);
            return this;
        }

        void flush(Tx tx) {
            tally.flush(tx, ADD, SUBTRACT);
        }
    }

    static long total(Handle handle, UUID organizationId, @Nullable String asset, @Nullable String status) {
        return handle.createQuery(SUM)
                .bind("organization", organizationId)
                .bind("asset", asset)
                .bind("status", status)
                .mapTo(Long.class)
                .one();
    }
}
