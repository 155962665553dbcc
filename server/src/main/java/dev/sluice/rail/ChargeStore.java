package dev.sluice.rail;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of `rail_charge`.
final class ChargeStore {
    private static final String INSERT = """
            INSERT INTO rail_charge (rail, key, id, kind, asset, exponent, units, charged_at)
            VALUES (:rail, :key, :id, :kind, :asset, :exponent, :units, :at)
            ON CONFLICT (rail, key) DO NOTHING
            """;

    private static final String UNBOOKED = """
            SELECT id, rail, key, kind, asset, exponent, units, charged_at FROM rail_charge
            WHERE booked_at IS NULL ORDER BY id LIMIT :limit FOR UPDATE SKIP LOCKED
            """;

    private static final String UNBOOKED_OF = """
            SELECT id FROM rail_charge WHERE booked_at IS NULL AND rail = :rail ORDER BY id
            """;

    private static final String MARK_BOOKED = """
            UPDATE rail_charge c SET booked_at = booked.at
            FROM unnest(?::uuid[], ?::timestamptz[]) AS booked (id, at)
            WHERE c.id = booked.id
            """;

    private static final String BOOKED = """
            SELECT id, rail, key, kind, asset, exponent, units, charged_at FROM rail_charge
            WHERE booked_at IS NOT NULL AND id > :after ORDER BY id LIMIT :limit
            """;

    private ChargeStore() {}

    static void insert(Tx tx, Charge charge) {
        tx.handle()
                .createUpdate(INSERT)
                .bind("rail", charge.rail())
                .bind("key", charge.key())
                .bind("id", charge.id())
                .bind("kind", charge.kind().stored())
                .bind("asset", charge.amount().asset().code())
                .bind("exponent", charge.amount().asset().exponent())
                .bind("units", new BigDecimal(charge.amount().units()))
                .bind("at", charge.at())
                .execute();
    }

    static List<Charge> unbooked(Tx tx, int limit) {
        return tx.handle()
                .createQuery(UNBOOKED)
                .bind("limit", limit)
                .map((row, _) -> charge(row))
                .list();
    }

    static List<UUID> unbookedOf(Handle handle, String rail) {
        return handle.createQuery(UNBOOKED_OF)
                .bind("rail", rail)
                .mapTo(UUID.class)
                .list();
    }

    static void markBooked(Tx tx, List<Charge> charges, Instant at) {
        Batch.of(MARK_BOOKED)
                .uuids(charges, Charge::id)
                .instants(charges, _ -> at)
                .write(tx, charges.size());
    }

    static List<Charge> booked(Handle handle, UUID after, int limit) {
        return handle.createQuery(BOOKED)
                .bind("after", after)
                .bind("limit", limit)
                .map((row, _) -> charge(row))
                .list();
    }

    private static Charge charge(ResultSet row) throws SQLException {
        var kind = Charge.Kind.of(row.getString("kind"));
        var code = row.getString("asset");
        int exponent = row.getInt("exponent");
        return new Charge(
                row.getObject("id", UUID.class),
                row.getString("rail"),
                row.getString("key"),
                kind,
                new Money(
                        row.getBigDecimal("units").toBigIntegerExact(),
                        kind == Charge.Kind.GAS ? Asset.crypto(code, exponent) : Asset.fiat(code, exponent)),
                Times.instant(row, "charged_at"));
    }
}
