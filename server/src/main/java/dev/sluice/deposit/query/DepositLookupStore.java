package dev.sluice.deposit.query;

import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.query.DepositLookup.DepositMatch;
import dev.sluice.deposit.query.DepositLookup.DepositName;
import dev.sluice.deposit.query.DepositLookup.Search;
import dev.sluice.disbursement.create.WalletFields;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of [DepositLookup]: it queries each organization's own indexes, one after another. Hashes in hex match in any
/// case.
final class DepositLookupStore {
    /// Collects the matches first: otherwise the planner may walk all of an organization's rows.
    private static final String FIND = """
            WITH hit AS MATERIALIZED (
            SELECT o.organization_id, each.id FROM unnest(:organizations::uuid[]) AS o (organization_id)
            CROSS JOIN LATERAL (
                SELECT one.id FROM deposit one
                WHERE one.organization_id = o.organization_id AND one.id = :id::uuid
                UNION
                (SELECT named.id FROM deposit named
                 WHERE named.organization_id = o.organization_id AND named.reference = :text
                 ORDER BY named.reference DESC, named.id DESC LIMIT :limit)
                UNION
                (SELECT asked.id FROM deposit asked
                 WHERE asked.organization_id = o.organization_id
                       AND coalesce(nullif(split_part(asked.destination, ':', 4), ''),
                                    split_part(asked.destination, ':', 3)) = ANY (:numbers::text[])
                 ORDER BY coalesce(nullif(split_part(asked.destination, ':', 4), ''),
                                   split_part(asked.destination, ':', 3)) DESC, asked.id DESC LIMIT :limit)
                UNION
                (SELECT had.deposit_id FROM deposit_former_instructions had
                 WHERE had.organization_id = o.organization_id
                       AND coalesce(nullif(split_part(had.destination, ':', 4), ''),
                                    split_part(had.destination, ':', 3)) = ANY (:numbers::text[])
                 ORDER BY coalesce(nullif(split_part(had.destination, ':', 4), ''),
                                   split_part(had.destination, ':', 3)) DESC, had.deposit_id DESC LIMIT :limit)
                UNION
                (SELECT together.id FROM deposit together
                 WHERE together.organization_id = o.organization_id AND together.bulk_id = :bulk::uuid
                 ORDER BY together.bulk_id DESC, together.id DESC LIMIT :limit)
                UNION
                SELECT came.deposit_id FROM deposit_payment came
                WHERE came.organization_id = o.organization_id AND came.transaction_hash IN (:text, :lower)
                      AND came.deposit_id IS NOT NULL
                UNION
                SELECT paid.deposit_id FROM deposit_payment paid
                WHERE paid.organization_id = o.organization_id AND paid.id = :id::uuid AND paid.deposit_id IS NOT NULL
                UNION
                SELECT told.deposit_id FROM deposit_payment told
                WHERE told.organization_id = o.organization_id AND told.rail = ANY (:rails::text[])
                      AND told.key = :text AND told.deposit_id IS NOT NULL
                UNION
                SELECT moved.moved_deposit_id FROM deposit_payment moved
                WHERE moved.moved_organization_id = o.organization_id
                      AND (moved.id = :id::uuid OR moved.transaction_hash IN (:text, :lower))
            ) AS each
            ORDER BY each.id DESC LIMIT :limit)
            SELECT d.organization_id, d.id, d.type, d.input_asset, d.input_exponent, d.input_units, d.reference,
                   d.method, p.status
            FROM hit
            JOIN deposit d ON d.organization_id = hit.organization_id AND d.id = hit.id
            JOIN deposit_progress p ON p.organization_id = d.organization_id AND p.id = d.id
            ORDER BY d.id DESC
            """;

    private static final String REF = """
            SELECT d.organization_id, d.id
            FROM unnest(:organizations::uuid[]) AS o (organization_id)
            JOIN deposit d ON d.organization_id = o.organization_id AND d.id = :id
            LIMIT 1
            """;

    private static final String NAMED = """
            SELECT wanted.id AS asked, d.id, d.reference
            FROM unnest(:ids::uuid[]) AS wanted (id)
            LEFT JOIN deposit_payment came ON came.organization_id = :organization AND came.id = wanted.id
            JOIN deposit d ON d.organization_id = :organization AND d.id = coalesce(came.deposit_id, wanted.id)
            """;

    private DepositLookupStore() {}

    static Map<UUID, DepositName> named(Handle handle, UUID organizationId, Collection<UUID> ids) {
        return handle.createQuery(NAMED)
                .bind("organization", organizationId)
                .bindArray("ids", UUID.class, ids)
                .map((row, _) -> Map.entry(
                        row.getObject("asked", UUID.class),
                        new DepositName(row.getObject("id", UUID.class), row.getString("reference"))))
                .collectToMap(Map.Entry::getKey, Map.Entry::getValue);
    }

    static Optional<DepositRef> ref(Handle handle, List<UUID> organizations, UUID id) {
        return handle.createQuery(REF)
                .bindArray("organizations", UUID.class, organizations)
                .bind("id", id)
                .map((row, _) -> ref(row))
                .findOne();
    }

    static List<DepositMatch> find(Handle handle, Search search, @Nullable UUID id, String text, int limit) {
        return handle.createQuery(FIND)
                .bindArray("organizations", UUID.class, search.organizations())
                .bindArray("rails", String.class, search.rails())
                .bind("id", id)
                .bind("bulk", search.bulks() ? id : null)
                .bind("text", text)
                .bind("lower", text.toLowerCase(Locale.ROOT))
                .bindArray("numbers", String.class, WalletFields.spellings(text))
                .bind("limit", limit)
                .map((row, _) -> found(row))
                .list();
    }

    private static DepositMatch found(ResultSet row) throws SQLException {
        var code = row.getString("input_asset");
        int exponent = row.getInt("input_exponent");
        var asset = row.getString("type").equals("fiat") ? Asset.fiat(code, exponent) : Asset.crypto(code, exponent);
        return new DepositMatch(
                ref(row),
                new Money(row.getBigDecimal("input_units").toBigIntegerExact(), asset),
                row.getString("method"),
                row.getString("status"),
                row.getString("reference"));
    }

    private static DepositRef ref(ResultSet row) throws SQLException {
        return new DepositRef(row.getObject("organization_id", UUID.class), row.getObject("id", UUID.class));
    }
}
