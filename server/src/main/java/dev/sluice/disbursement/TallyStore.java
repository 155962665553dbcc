package dev.sluice.disbursement;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

    /// The changes of one transaction, in one order on every node.
    static final class Changes {
        private final Map<Key, Long> totals = new TreeMap<>(Comparator.comparing(Key::organizationId)
                .thenComparing(Key::asset)
                .thenComparing(Key::status));

        void add(Disbursement payout, int by) {
            totals.merge(
                    new Key(
                            payout.organizationId(),
                            payout.amount().asset().code(),
                            payout.status().wire()),
                    (long) by,
                    Long::sum);
        }

        /// Additions first: they open the rows that are new.
        void flush(Tx tx) {
            run(
                    tx,
                    ADD,
                    totals.entrySet().stream()
                            .filter(each -> each.getValue() > 0)
                            .toList(),
                    1);
            run(
                    tx,
                    SUBTRACT,
                    totals.entrySet().stream()
                            .filter(each -> each.getValue() < 0)
                            .toList(),
                    -1);
        }
    }

    private record Key(UUID organizationId, String asset, String status) {}

    private static void run(Tx tx, String sql, List<Map.Entry<Key, Long>> rows, int sign) {
        if (!rows.isEmpty()) {
            Batch.of(sql)
                    .uuids(rows, row -> row.getKey().organizationId())
                    .texts(rows, row -> row.getKey().asset())
                    .texts(rows, row -> row.getKey().status())
                    .longs(rows, row -> row.getValue() * sign)
                    .update(tx);
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
