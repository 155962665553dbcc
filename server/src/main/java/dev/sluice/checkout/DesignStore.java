package dev.sluice.checkout;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `checkout_branding` and `checkout_method`.
final class DesignStore {
    private static final String SELECT = """
            SELECT brand, accent, payer_name, support_email, support_url FROM checkout_branding
            WHERE organization_id = :organization
            """;

    private static final String PUT = """
            INSERT INTO checkout_branding (organization_id, brand, accent, payer_name, support_email, support_url)
            VALUES (:organization, :brand, :accent, :payerName, :supportEmail, :supportUrl)
            ON CONFLICT (organization_id) DO UPDATE
            SET brand = excluded.brand, accent = excluded.accent, payer_name = excluded.payer_name,
                support_email = excluded.support_email, support_url = excluded.support_url
            """;

    private static final String INSERT_ABSENT = """
            INSERT INTO checkout_branding (organization_id) VALUES (:organization)
            ON CONFLICT (organization_id) DO NOTHING
            """;

    private static final String LOCK = """
            SELECT 1 FROM checkout_branding WHERE organization_id = :organization FOR UPDATE
            """;

    private static final String METHODS = """
            SELECT code FROM checkout_method
            WHERE organization_id = :organization AND currency = :currency ORDER BY rank, code
            """;

    private static final String FORGET_METHODS = """
            DELETE FROM checkout_method WHERE organization_id = :organization AND currency = :currency
            """;

    private static final String INSERT_METHODS = """
            INSERT INTO checkout_method (organization_id, currency, code, rank)
            SELECT * FROM unnest(?::uuid[], ?::text[], ?::text[], ?::int4[])
            """;

    private DesignStore() {}

    static Optional<CheckoutDesign> find(Handle handle, UUID organizationId) {
        return handle.createQuery(SELECT)
                .bind("organization", organizationId)
                .map((row, _) -> new CheckoutDesign(
                        colour(row.getString("brand")),
                        colour(row.getString("accent")),
                        row.getString("payer_name"),
                        row.getString("support_email"),
                        row.getString("support_url")))
                .findOne();
    }

    static void put(Tx tx, UUID organizationId, CheckoutDesign design) {
        tx.handle()
                .createUpdate(PUT)
                .bind("organization", organizationId)
                .bind("brand", design.brand() == null ? null : design.brand().toString())
                .bind("accent", design.accent() == null ? null : design.accent().toString())
                .bind("payerName", design.payerName())
                .bind("supportEmail", design.supportEmail())
                .bind("supportUrl", design.supportUrl())
                .execute();
    }

    static List<String> methods(Handle handle, UUID organizationId, String currency) {
        return handle.createQuery(METHODS)
                .bind("organization", organizationId)
                .bind("currency", currency)
                .mapTo(String.class)
                .list();
    }

    /// Serializes changes of an organization's branding and methods.
    static void lock(Tx tx, UUID organizationId) {
        tx.handle()
                .createUpdate(INSERT_ABSENT)
                .bind("organization", organizationId)
                .execute();
        tx.handle()
                .createQuery(LOCK)
                .bind("organization", organizationId)
                .mapTo(Integer.class)
                .one();
    }

    /// Offers only these methods, in this order; an empty list means all.
    static void putMethods(Tx tx, UUID organizationId, String currency, List<String> codes) {
        tx.handle()
                .createUpdate(FORGET_METHODS)
                .bind("organization", organizationId)
                .bind("currency", currency)
                .execute();
        var ranks = IntStream.range(0, codes.size()).boxed().toList();
        if (!ranks.isEmpty()) {
            Batch.of(INSERT_METHODS)
                    .uuids(ranks, _ -> organizationId)
                    .texts(ranks, _ -> currency)
                    .texts(ranks, codes::get)
                    .integers(ranks, rank -> rank + 1)
                    .write(tx);
        }
    }

    private static @Nullable Colour colour(@Nullable String text) {
        return text == null ? null : Colour.of(text).orElse(null);
    }
}
