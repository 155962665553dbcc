package dev.sluice.disbursement.query;

import dev.sluice.disbursement.create.WalletFields;
import dev.sluice.disbursement.query.PayoutLookup.PayoutMatch;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.PayoutRef;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of [PayoutLookup]: it queries each organization's own indexes, one after another. Hashes in hex match in any
/// case.
final class PayoutLookupStore {
    /// Collects the matches first: otherwise the planner may walk all of an organization's rows.
    private static final String FIND = """
            WITH hit AS MATERIALIZED (
            SELECT o.organization_id, each.id FROM unnest(:organizations::uuid[]) AS o (organization_id)
            CROSS JOIN LATERAL (
                SELECT one.id FROM disbursement one
                WHERE one.organization_id = o.organization_id AND one.id = :id::uuid
                UNION
                (SELECT named.id FROM disbursement named
                 WHERE named.organization_id = o.organization_id AND named.reference = :text
                 ORDER BY named.reference DESC, named.id DESC LIMIT :limit)
                UNION
                (SELECT together.id FROM disbursement together
                 WHERE together.organization_id = o.organization_id AND together.group_id = :id::uuid
                 ORDER BY together.group_id DESC, together.id DESC LIMIT :limit)
                UNION
                (SELECT payee.id FROM disbursement payee
                 WHERE payee.organization_id = o.organization_id AND payee.recipient_id = :id::uuid
                 ORDER BY payee.recipient_id DESC, payee.id DESC LIMIT :limit)
                UNION
                (SELECT wallet.id FROM disbursement wallet
                 WHERE wallet.organization_id = o.organization_id AND wallet.receiver = ANY (:wallets::text[])
                 ORDER BY wallet.receiver DESC, wallet.id DESC LIMIT :limit)
                UNION
                SELECT paid.id FROM disbursement_progress paid
                WHERE paid.organization_id = o.organization_id AND paid.rail_reference IN (:text, :lower)
            ) AS each
            ORDER BY each.id DESC LIMIT :limit)
            SELECT d.organization_id, d.id, d.asset, d.exponent, d.units, d.receiver, d.reference, p.status
            FROM hit
            JOIN disbursement d ON d.organization_id = hit.organization_id AND d.id = hit.id
            JOIN disbursement_progress p ON p.organization_id = d.organization_id AND p.id = d.id
            ORDER BY d.id DESC
            """;

    private PayoutLookupStore() {}

    static List<PayoutMatch> find(Handle handle, List<UUID> organizations, @Nullable UUID id, String text, int limit) {
        return handle.createQuery(FIND)
                .bindArray("organizations", UUID.class, organizations)
                .bind("id", id)
                .bind("text", text)
                .bind("lower", text.toLowerCase(Locale.ROOT))
                .bindArray("wallets", String.class, WalletFields.spellings(text))
                .bind("limit", limit)
                .map((row, _) -> found(row))
                .list();
    }

    private static PayoutMatch found(ResultSet row) throws SQLException {
        var code = row.getString("asset");
        int exponent = row.getInt("exponent");
        var asset = row.getString("receiver") == null ? Asset.fiat(code, exponent) : Asset.crypto(code, exponent);
        return new PayoutMatch(
                new PayoutRef(row.getObject("organization_id", UUID.class), row.getObject("id", UUID.class)),
                new Money(row.getBigDecimal("units").toBigIntegerExact(), asset),
                row.getString("status"),
                row.getString("reference"));
    }
}
