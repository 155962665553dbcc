package dev.sluice.recipient;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `recipient_tally`: how many payees there are by currency and country of their bank.
final class TallyStore {
    private static final String ADD = """
            INSERT INTO recipient_tally AS t (organization_id, bank_currency, bank_country, total)
            SELECT * FROM unnest(?::uuid[], ?::text[], ?::text[], ?::int8[])
            ON CONFLICT (organization_id, bank_currency, bank_country) DO UPDATE SET total = t.total + excluded.total
            """;

    private static final String SUBTRACT = """
            UPDATE recipient_tally t SET total = t.total - less.total
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::int8[])
                 AS less (organization_id, bank_currency, bank_country, total)
            WHERE t.organization_id = less.organization_id AND t.bank_currency = less.bank_currency
                  AND t.bank_country = less.bank_country
            """;

    private static final String SUM = """
            SELECT coalesce(sum(total), 0) FROM recipient_tally
            WHERE organization_id = :organization
                  AND (:currency::text IS NULL OR bank_currency = :currency)
                  AND (:country::text IS NULL OR bank_country = :country)
            """;

    private TallyStore() {}

    /// The changes of one transaction, in one order on every node.
    static final class Changes {
        private final Map<Key, Long> totals = new TreeMap<>(Comparator.comparing(Key::organizationId)
                .thenComparing(Key::currency)
                .thenComparing(Key::country));

        Changes add(Recipient recipient, int by) {
            totals.merge(
                    new Key(recipient.organizationId(), recipient.currency(), recipient.country()),
                    (long) by,
                    Long::sum);
            return this;
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

    private record Key(UUID organizationId, String currency, String country) {}

    private static void run(Tx tx, String sql, List<Map.Entry<Key, Long>> rows, int sign) {
        if (!rows.isEmpty()) {
            Batch.of(sql)
                    .uuids(rows, row -> row.getKey().organizationId())
                    .texts(rows, row -> row.getKey().currency())
                    .texts(rows, row -> row.getKey().country())
                    .longs(rows, row -> row.getValue() * sign)
                    .update(tx);
        }
    }

    static long total(Handle handle, UUID organizationId, @Nullable String currency, @Nullable String country) {
        return handle.createQuery(SUM)
                .bind("organization", organizationId)
                .bind("currency", currency)
                .bind("country", country)
                .mapTo(Long.class)
                .one();
    }
}
