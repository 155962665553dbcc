package dev.sluice.ledger;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.http.DateRange;
import dev.sluice.ledger.Statement.AssetBalance;
import dev.sluice.ledger.Statement.Entry;
import dev.sluice.ledger.Statement.Line;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL for a merchant's balances and statement. Positions number a statement's lines without gaps, so that a page is a
/// range of positions. In a list of several assets, a line is ordered by the earlier of its own time and the earliest
/// time of the lines after it: clocks of nodes differ a little, but each asset's lines must stay in order.
final class StatementStore {
    private static final String STANDINGS = """
            SELECT asset, asset_kind, exponent,
                   sum(balance) FILTER (WHERE role = 'available') AS available,
                   coalesce(sum(balance) FILTER (WHERE role = 'held'), 0) AS held,
                   coalesce(-sum(balance) FILTER (WHERE role = 'owed'), 0) AS owed
            FROM ledger_account
            WHERE organization_id = :organization AND role IN ('available', 'held', 'owed')
            GROUP BY asset, asset_kind, exponent
            HAVING sum(position) > 0
            ORDER BY asset_kind DESC, asset
            """;

    private static final String AVAILABLE = """
            SELECT wanted.organization_id, wanted.asset, account.asset_kind, account.exponent, account.balance
            FROM unnest(?::uuid[], ?::text[]) AS wanted (organization_id, asset)
            JOIN ledger_account account
                ON account.organization_id = wanted.organization_id AND account.asset = wanted.asset
                    AND account.role = 'available'
            """;

    private static final String COUNT = """
            SELECT coalesce(sum(position), 0) FROM ledger_account
            WHERE organization_id = :organization AND role = 'available'
                  AND (:asset::text IS NULL OR asset = :asset)
            """;

    /// Counts with an index-only scan. Positions cannot replace the count, since their order may differ from that
    /// of the times of two nodes.
    private static final String COUNT_BETWEEN = """
            SELECT coalesce(sum(t.lines), 0)
            FROM ledger_account a
            CROSS JOIN LATERAL (
                SELECT count(*) AS lines FROM ledger_transfer
                WHERE organization_id = a.organization_id AND asset = a.asset AND position IS NOT NULL
                      AND recorded_at >= :from AND recorded_at < :until) AS t
            WHERE a.organization_id = :organization AND a.role = 'available'
                  AND (:asset::text IS NULL OR a.asset = :asset)
            """;

    private static final String LINES = """
            SELECT t.*, a.asset_kind, a.exponent
            FROM ledger_account a
            CROSS JOIN LATERAL (
                SELECT l.*, min(l.recorded_at) OVER (ORDER BY l.position DESC ROWS UNBOUNDED PRECEDING) AS stands_at
                FROM ledger_transfer l
                WHERE l.organization_id = a.organization_id AND l.asset = a.asset AND l.position IS NOT NULL
                ORDER BY l.position DESC LIMIT :reach) AS t
            WHERE a.organization_id = :organization AND a.role = 'available'
                  AND (:asset::text IS NULL OR a.asset = :asset)
            ORDER BY t.stands_at DESC, t.asset, t.position DESC
            LIMIT :limit OFFSET :offset
            """;

    private static final String LINES_OF_ONE = """
            SELECT t.*, a.asset_kind, a.exponent
            FROM ledger_account a
            CROSS JOIN LATERAL (
                SELECT * FROM ledger_transfer
                WHERE organization_id = a.organization_id AND asset = a.asset AND position <= a.position - :offset
                ORDER BY position DESC LIMIT :limit) AS t
            WHERE a.organization_id = :organization AND a.role = 'available' AND a.asset = :asset
            ORDER BY t.position DESC
            """;

    private static final String LINES_BETWEEN = """
            SELECT t.*, a.asset_kind, a.exponent
            FROM ledger_account a
            CROSS JOIN LATERAL (
                SELECT * FROM ledger_transfer
                WHERE organization_id = a.organization_id AND asset = a.asset AND position IS NOT NULL
                      AND recorded_at >= :from AND recorded_at < :until
                ORDER BY recorded_at DESC, position DESC LIMIT :reach) AS t
            WHERE a.organization_id = :organization AND a.role = 'available'
                  AND (:asset::text IS NULL OR a.asset = :asset)
            ORDER BY t.recorded_at DESC, t.asset, t.position DESC
            LIMIT :limit OFFSET :offset
            """;

    /// Keeps the entries of one payment together, in the order of booking.
    private static final String ENTRIES = """
            SELECT t.*, a.asset_kind, a.exponent
            FROM unnest(?::uuid[], ?::uuid[]) AS wanted (organization_id, payment_id)
            JOIN ledger_transfer t USING (organization_id, payment_id)
            JOIN ledger_account a
                 ON a.organization_id = t.organization_id AND a.asset = t.asset AND a.role = t.credit
            ORDER BY min(t.recorded_at) OVER (PARTITION BY t.payment_id), t.payment_id, t.sequence
            """;

    private StatementStore() {}

    static List<Statement.Available> available(Handle handle, List<Statement.Place> places) {
        return Batch.of(AVAILABLE)
                .uuids(places, Statement.Place::organizationId)
                .texts(places, Statement.Place::asset)
                .query(
                        handle,
                        row -> new Statement.Available(
                                new Statement.Place(
                                        row.getObject("organization_id", UUID.class), row.getString("asset")),
                                new Money(
                                        row.getBigDecimal("balance").toBigIntegerExact(),
                                        new Asset(
                                                row.getString("asset"),
                                                Asset.Kind.valueOf(row.getString("asset_kind")),
                                                row.getInt("exponent")))));
    }

    static List<Entry> entries(Handle handle, UUID organizationId, List<UUID> paymentIds) {
        return Batch.of(ENTRIES)
                .uuids(paymentIds, _ -> organizationId)
                .uuids(paymentIds, id -> id)
                .query(
                        handle,
                        row -> new Entry(
                                row.getInt("sequence"),
                                new Account(row.getString("debit")),
                                new Account(row.getString("credit")),
                                money(row, "units", asset(row)),
                                TransferKind.of(row.getString("kind")),
                                Times.instant(row, "effective_at"),
                                Times.instant(row, "recorded_at")));
    }

    static List<AssetBalance> balances(Handle handle, UUID organizationId) {
        return handle.createQuery(STANDINGS)
                .bind("organization", organizationId)
                .map((row, _) -> {
                    var asset = asset(row);
                    return new AssetBalance(
                            money(row, "available", asset), money(row, "held", asset), money(row, "owed", asset));
                })
                .list();
    }

    static long count(Handle handle, UUID organizationId, @Nullable String asset, @Nullable DateRange between) {
        if (between == null) {
            return handle.createQuery(COUNT)
                    .bind("organization", organizationId)
                    .bind("asset", asset)
                    .mapTo(Long.class)
                    .one();
        }
        return handle.createQuery(COUNT_BETWEEN)
                .bind("organization", organizationId)
                .bind("asset", asset)
                .bind("from", between.start())
                .bind("until", between.endExclusive())
                .mapTo(Long.class)
                .one();
    }

    static List<Line> lines(
            Handle handle,
            UUID organizationId,
            @Nullable String asset,
            @Nullable DateRange between,
            int limit,
            long offset) {
        var query = handle.createQuery(between != null ? LINES_BETWEEN : asset != null ? LINES_OF_ONE : LINES)
                .bind("organization", organizationId)
                .bind("asset", asset)
                .bind("limit", limit)
                .bind("offset", offset);
        if (between != null) {
            query.bind("from", between.start()).bind("until", between.endExclusive());
        }
        if (between != null || asset == null) {
            query.bind("reach", offset + limit);
        }
        return query.map((row, _) -> line(row)).list();
    }

    private static Line line(ResultSet row) throws SQLException {
        var asset = asset(row);
        return new Line(
                row.getObject("payment_id", UUID.class),
                row.getInt("sequence"),
                money(row, "units", asset),
                row.getString("credit").equals(Account.AVAILABLE.role()),
                TransferKind.of(row.getString("kind")),
                money(row, "available_after", asset),
                Times.instant(row, "effective_at"),
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
