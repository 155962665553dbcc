package dev.sluice.deposit;

import dev.sluice.db.Tally;
import dev.sluice.db.Tx;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `deposit_tally`: how many deposits there are by type and status.
final class TallyStore {
    private static final String ADD = """
            INSERT INTO deposit_tally AS t (organization_id, type, status, total)
            SELECT * FROM unnest(?::uuid[], ?::text[], ?::text[], ?::int8[])
            ON CONFLICT (organization_id, type, status) DO UPDATE SET total = t.total + excluded.total
            """;

    private static final String SUBTRACT = """
            UPDATE deposit_tally t SET total = t.total - less.total
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::int8[]) AS less (organization_id, type, status, total)
            WHERE t.organization_id = less.organization_id AND t.type = less.type AND t.status = less.status
            """;

    private static final String SUM = """
            SELECT coalesce(sum(total), 0) FROM deposit_tally
            WHERE organization_id = :organization
                  AND (:type::text IS NULL OR type = :type) AND (:status::text IS NULL OR status = :status)
            """;

    private TallyStore() {}

    /// The changes of one transaction.
    static final class Changes {
        private final Tally tally = new Tally();

        void add(Deposit deposit, int by) {
            tally.add(
                    deposit.organizationId(),
                    by,
                    deposit.type().wire(),
                    deposit.status().wire());
        }

        void flush(Tx tx) {
            tally.flush(tx, ADD, SUBTRACT);
        }
    }

    static long total(Handle handle, UUID organizationId, @Nullable String type, @Nullable String status) {
        return handle.createQuery(SUM)
                .bind("organization", organizationId)
                .bind("type", type)
                .bind("status", status)
                .mapTo(Long.class)
                .one();
    }
}
