package dev.sluice.recipient;

import dev.sluice.db.Tally;
import dev.sluice.db.Tx;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `recipient_tally`: numbers of recipients by currency and country of their bank.
final class RecipientTallyStore {
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

    private RecipientTallyStore() {}

    /// Changes of one transaction.
    static final class Changes {
        private final Tally tally = new Tally();

        Changes add(Recipient recipient, int by) {
            tally.add(recipient.organizationId(), by, recipient.currency(), recipient.country());
            return this;
        }

        void flush(Tx tx) {
            tally.flush(tx, ADD, SUBTRACT);
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
