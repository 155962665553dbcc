package dev.sluice.notification;

import dev.sluice.db.Tx;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of `notification_threshold`.
final class ThresholdStore {
    private static final String COLUMNS = "organization_id, asset, asset_kind, exponent, units, low";

    private static final String OF_ORGANIZATION =
            "SELECT " + COLUMNS + " FROM notification_threshold WHERE organization_id = :organization ORDER BY asset";

    private static final String AFTER = "SELECT " + COLUMNS + """
             FROM notification_threshold
            WHERE (organization_id, asset) > (:organization, :asset)
            ORDER BY organization_id, asset LIMIT :most
            """;

    private static final String PUT = """
            INSERT INTO notification_threshold AS threshold (organization_id, asset, asset_kind, exponent, units, low)
            VALUES (:organization, :asset, :kind, :exponent, :units, false)
            ON CONFLICT (organization_id, asset) DO UPDATE SET units = excluded.units, low = false
                WHERE threshold.units <> excluded.units
            """;

    private static final String DELETE = """
            DELETE FROM notification_threshold WHERE organization_id = :organization AND asset = :asset
            """;

    /// Changes nothing if another node was faster, or the threshold has changed.
    private static final String MARK = """
            UPDATE notification_threshold SET low = :low
            WHERE organization_id = :organization AND asset = :asset AND units = :units AND low <> :low
            """;

    private ThresholdStore() {}

    /// A threshold, and whether the balance was below it by the last look.
    record Row(UUID organizationId, Money amount, boolean low) {
        String asset() {
            return amount.asset().code();
        }
    }

    static List<Row> of(Handle handle, UUID organizationId) {
        return handle.createQuery(OF_ORGANIZATION)
                .bind("organization", organizationId)
                .map((row, _) -> read(row))
                .list();
    }

    /// Returns the next thresholds after a given one.
    static List<Row> after(Handle handle, UUID organizationId, String asset, int most) {
        return handle.createQuery(AFTER)
                .bind("organization", organizationId)
                .bind("asset", asset)
                .bind("most", most)
                .map((row, _) -> read(row))
                .list();
    }

    static void put(Tx tx, UUID organizationId, Money amount) {
        tx.handle()
                .createUpdate(PUT)
                .bind("organization", organizationId)
                .bind("asset", amount.asset().code())
                .bind("kind", amount.asset().kind().name())
                .bind("exponent", amount.asset().exponent())
                .bind("units", new BigDecimal(amount.units()))
                .execute();
    }

    static void delete(Tx tx, UUID organizationId, String asset) {
        tx.handle()
                .createUpdate(DELETE)
                .bind("organization", organizationId)
                .bind("asset", asset)
                .execute();
    }

    static boolean mark(Tx tx, Row row, boolean low) {
        return tx.handle()
                        .createUpdate(MARK)
                        .bind("organization", row.organizationId())
                        .bind("asset", row.asset())
                        .bind("units", new BigDecimal(row.amount().units()))
                        .bind("low", low)
                        .execute()
                == 1;
    }

    private static Row read(ResultSet row) throws SQLException {
        var asset = new Asset(
                row.getString("asset"), Asset.Kind.valueOf(row.getString("asset_kind")), row.getInt("exponent"));
        return new Row(
                row.getObject("organization_id", UUID.class),
                new Money(row.getBigDecimal("units").toBigIntegerExact(), asset),
                row.getBoolean("low"));
    }
}
