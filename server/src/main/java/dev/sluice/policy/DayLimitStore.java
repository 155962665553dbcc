package dev.sluice.policy;

import dev.sluice.db.Tx;
import dev.sluice.policy.DayTotals.Place;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `policy_day_limit`.
final class DayLimitStore {
    /// One row per limit and day with usage. Later days are included, since the clock of another node may be
    /// ahead.
    private static final String SELECT = """
            SELECT l.organization_id, l.asset, l.amount_max, used.day, used.amount
            FROM policy_day_limit l
            LEFT JOIN LATERAL (
                SELECT (u.hour AT TIME ZONE 'UTC')::date AS day, sum(u.released) AS amount
                FROM policy_use_hour u
                WHERE u.organization_id = l.organization_id AND u.asset = l.asset AND u.hour >= :since
                GROUP BY 1) AS used ON true
            WHERE l.organization_id = ANY (:organizations::uuid[])
            ORDER BY l.organization_id, l.asset, used.day
            """;

    private static final String PUT = """
            INSERT INTO policy_day_limit (organization_id, asset, amount_max, edited_at)
            VALUES (:organization, :asset, :most, :now)
            ON CONFLICT (organization_id, asset) DO UPDATE
            SET amount_max = excluded.amount_max, edited_at = excluded.edited_at
            """;

    private static final String DELETE = """
            DELETE FROM policy_day_limit WHERE organization_id = :organization AND asset = :asset
            """;

    private DayLimitStore() {}

    /// Limit with the usage of one day.
    private record Row(
            Place place,
            BigDecimal most,
            @Nullable LocalDate day,
            @Nullable BigDecimal amount) {}

    /// Returns the limits of several organizations, ordered by asset, with the usage since a day.
    static List<DayLimit> of(Handle handle, List<UUID> organizations, LocalDate from) {
        return handle
                .createQuery(SELECT)
                .bindArray("organizations", UUID.class, organizations)
                .bind("since", start(from))
                .map((row, _) -> read(row))
                .stream()
                .collect(Collectors.groupingBy(Row::place, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(DayLimitStore::limit)
                .toList();
    }

    private static DayLimit limit(List<Row> rows) {
        var paid = new HashMap<LocalDate, BigDecimal>();
        for (var row : rows) {
            if (row.day() != null && row.amount() != null) {
                paid.put(row.day(), row.amount());
            }
        }
        var first = rows.getFirst();
        return new DayLimit(first.place().organizationId(), first.place().asset(), first.most(), paid);
    }

    static void put(Tx tx, UUID organizationId, String asset, BigDecimal most, Instant now) {
        tx.handle()
                .createUpdate(PUT)
                .bind("organization", organizationId)
                .bind("asset", asset)
                .bind("most", most)
                .bind("now", now)
                .execute();
    }

    static boolean delete(Tx tx, UUID organizationId, String asset) {
        return tx.handle()
                        .createUpdate(DELETE)
                        .bind("organization", organizationId)
                        .bind("asset", asset)
                        .execute()
                > 0;
    }

    private static Instant start(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    private static Row read(ResultSet row) throws SQLException {
        return new Row(
                new Place(row.getObject("organization_id", UUID.class), row.getString("asset")),
                row.getBigDecimal("amount_max"),
                row.getObject("day", LocalDate.class),
                row.getBigDecimal("amount"));
    }
}
