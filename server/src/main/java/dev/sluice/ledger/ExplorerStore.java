package dev.sluice.ledger;

import dev.sluice.db.Times;
import dev.sluice.ledger.Explorer.Entry;
import dev.sluice.ledger.Explorer.Holding;
import dev.sluice.ledger.Explorer.Share;
import dev.sluice.ledger.Explorer.Sum;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL for the operators' view of the ledger. Balances after a transfer are computed backwards from the current
/// balance.
final class ExplorerStore {
    private static final String TRIAL = """
            SELECT asset, asset_kind, exponent, role, organization_id = :house AS is_houses,
                   sum(balance) AS balance, count(*) AS accounts
            FROM ledger_account GROUP BY asset, asset_kind, exponent, role, is_houses
            ORDER BY asset_kind DESC, asset, role, is_houses
            """;

    private static final String ACCOUNTS = """
            SELECT asset, asset_kind, exponent, role, balance FROM ledger_account
            WHERE organization_id = :organization ORDER BY asset_kind DESC, asset, role
            """;

    private static final String ACCOUNT = """
            SELECT asset, asset_kind, exponent, role, balance FROM ledger_account
            WHERE organization_id = :organization AND asset = :asset AND role = :role
            """;

    /// Each half of the journal has an index by time: transfers that touch `available`, and all others.
    private static final String ENTRIES = """
            SELECT moved.*, a.asset_kind, a.exponent,
                   a.balance - coalesce(sum(moved.units * moved.sign) OVER (
                       ORDER BY moved.recorded_at DESC, moved.payment_id DESC, moved.sequence DESC
                       ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS after
            FROM (SELECT half.*, CASE WHEN half.credit = :role THEN 1 ELSE -1 END AS sign
                  FROM ((SELECT * FROM ledger_transfer
                         WHERE organization_id = :organization AND asset = :asset AND position IS NOT NULL
                               AND recorded_at >= :since AND :role IN (debit, credit)
                         ORDER BY recorded_at DESC, payment_id DESC, sequence DESC LIMIT :reach)
                        UNION ALL
                        (SELECT * FROM ledger_transfer
                         WHERE :role <> 'available'
                               AND organization_id = :organization AND asset = :asset AND position IS NULL
                               AND recorded_at >= :since AND :role IN (debit, credit)
                         ORDER BY recorded_at DESC, payment_id DESC, sequence DESC LIMIT :reach)) AS half
                 ) AS moved
            JOIN ledger_account a ON a.organization_id = :organization AND a.asset = :asset AND a.role = :role
            ORDER BY moved.recorded_at DESC, moved.payment_id DESC, moved.sequence DESC
            LIMIT :limit OFFSET :offset
            """;

    private static final String OF_PAYMENTS = """
            SELECT t.*, a.asset_kind, a.exponent, 0 AS after
            FROM (SELECT DISTINCT organization_id FROM ledger_account) AS o
            JOIN ledger_transfer t ON t.organization_id = o.organization_id AND t.payment_id = ANY (:payments::uuid[])
            JOIN ledger_account a
                 ON a.organization_id = t.organization_id AND a.asset = t.asset AND a.role = t.credit
            ORDER BY array_position(:payments::uuid[], t.payment_id), t.organization_id, t.sequence LIMIT :limit
            """;

    private static final String SUMS = """
            SELECT t.kind, count(*) AS transfers,
                   coalesce(sum(t.units) FILTER (WHERE t.credit = :role), 0) AS came,
                   coalesce(sum(t.units) FILTER (WHERE t.debit = :role), 0) AS went
            FROM ledger_transfer t
            WHERE t.organization_id = :organization AND t.asset = :asset AND :role IN (t.debit, t.credit)
            GROUP BY t.kind ORDER BY t.kind
            """;

    private ExplorerStore() {}

    static List<Share> trialBalance(Handle handle) {
        return handle.createQuery(TRIAL)
                .bind("house", Ledger.PLATFORM)
                .map((row, _) -> new Share(
                        new Account(row.getString("role")),
                        row.getBoolean("is_houses"),
                        money(row, "balance", asset(row)),
                        row.getLong("accounts")))
                .list();
    }

    static List<Holding> accounts(Handle handle, UUID organizationId) {
        return handle.createQuery(ACCOUNTS)
                .bind("organization", organizationId)
                .map((row, _) -> holding(row))
                .list();
    }

    static Optional<Holding> account(Handle handle, UUID organizationId, String asset, String role) {
        return handle.createQuery(ACCOUNT)
                .bind("organization", organizationId)
                .bind("asset", asset)
                .bind("role", role)
                .map((row, _) -> holding(row))
                .findOne();
    }

    static List<Entry> entries(
            Handle handle, UUID organizationId, Holding account, Instant since, int limit, long offset) {
        return handle.createQuery(ENTRIES)
                .bind("organization", organizationId)
                .bind("asset", account.balance().asset().code())
                .bind("role", account.account().role())
                .bind("since", since)
                .bind("reach", offset + limit)
                .bind("limit", limit)
                .bind("offset", offset)
                .map((row, _) -> entry(row))
                .list();
    }

    static List<Entry> ofPayments(Handle handle, List<UUID> paymentIds, int limit) {
        return handle.createQuery(OF_PAYMENTS)
                .bindArray("payments", UUID.class, paymentIds)
                .bind("limit", limit)
                .map((row, _) -> entry(row))
                .list();
    }

    static List<Sum> sums(Handle handle, UUID organizationId, Holding account) {
        var asset = account.balance().asset();
        return handle.createQuery(SUMS)
                .bind("organization", organizationId)
                .bind("asset", asset.code())
                .bind("role", account.account().role())
                .map((row, _) -> new Sum(
                        TransferKind.of(row.getString("kind")),
                        row.getLong("transfers"),
                        money(row, "came", asset),
                        money(row, "went", asset)))
                .list();
    }

    private static Holding holding(ResultSet row) throws SQLException {
        return new Holding(new Account(row.getString("role")), money(row, "balance", asset(row)));
    }

    private static Entry entry(ResultSet row) throws SQLException {
        var asset = asset(row);
        return new Entry(
                new Transfer(
                        row.getObject("organization_id", UUID.class),
                        row.getObject("payment_id", UUID.class),
                        row.getInt("sequence"),
                        new Account(row.getString("debit")),
                        new Account(row.getString("credit")),
                        money(row, "units", asset),
                        TransferKind.of(row.getString("kind")),
                        Times.instant(row, "effective_at")),
                money(row, "after", asset),
                Times.instant(row, "recorded_at"));
    }

    private static Asset asset(ResultSet row) throws SQLException {
        return new Asset(
                row.getString("asset"), Asset.Kind.valueOf(row.getString("asset_kind")), row.getInt("exponent"));
    }

    private static Money money(ResultSet row, String column, Asset asset) throws SQLException {
        return new Money(row.getBigDecimal(column).toBigIntegerExact(), asset);
    }
}
