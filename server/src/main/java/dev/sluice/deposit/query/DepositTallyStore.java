package dev.sluice.deposit.query;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Tally;
import dev.sluice.db.Tx;
import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.Status;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `deposit_tally` and `deposit_day_tally`: number of deposits by type and status, and by the day of their
/// creation (UTC) and currency with the requested amounts. A token's identifier has a hyphen, a currency's code has
/// none.
public final class DepositTallyStore {
    private static final String ADD = """
            INSERT INTO deposit_tally AS t (organization_id, type, status, total)
            SELECT * FROM unnest(?::uuid[], ?::text[], ?::text[], ?::int8[])
            ON CONFLICT (organization_id, type, status) DO UPDATE SET total = t.total + excluded.total
            """;

    private static final String SUBTRACT = """
            UPDATE deposit_tally t SET total = t.total - less.total
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::int8[]) AS less (organization_id, type, status, total)
            WHERE t.organization_id = less.organization_id AND t.type = less.type AND t.status = less.status
            """;

    private static final String SUM = """
            SELECT coalesce(sum(total), 0) FROM deposit_tally
            WHERE organization_id = :organization
                  AND (:type::text IS NULL OR type = :type) AND (:status::text IS NULL OR status = :status)
            """;

    /// Sum over days; it reads one row per day, currency and status.
    private static final String SUM_OF_DAYS = """
            SELECT coalesce(sum(total), 0) FROM deposit_day_tally
            WHERE organization_id = :organization
                  AND (:type::text IS NULL OR (position('-' IN asset) > 0) = (:type::text = 'crypto'))
                  AND (:asset::text IS NULL OR asset = :asset) AND (:status::text IS NULL OR status = :status)
                  AND (:from::date IS NULL OR day >= :from::date) AND (:until::date IS NULL OR day < :until::date)
            """;

    private static final String ADD_TO_DAY = """
            INSERT INTO deposit_day_tally AS t (organization_id, asset, status, day, total, volume)
            SELECT organization_id, asset, status, day::date, total, volume
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::int8[], ?::numeric[])
                 AS more (organization_id, asset, status, day, total, volume)
            ON CONFLICT (organization_id, day, asset, status)
            DO UPDATE SET total = t.total + excluded.total, volume = t.volume + excluded.volume
            """;

    private static final String SUBTRACT_FROM_DAY = """
            UPDATE deposit_day_tally t SET total = t.total - less.total, volume = t.volume - less.volume
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::int8[], ?::numeric[])
                 AS less (organization_id, asset, status, day, total, volume)
            WHERE t.organization_id = less.organization_id AND t.asset = less.asset AND t.status = less.status
                  AND t.day = less.day::date
            """;

    private static final String DAYS = """
            SELECT day, asset, status, total, volume FROM deposit_day_tally
            WHERE organization_id = :organization AND day >= :from AND total > 0
            ORDER BY day, asset, status
            """;

    private DepositTallyStore() {}

    /// Changes of one transaction.
    public static final class Changes {
        private final Tally tally = new Tally();
        private final Tally byDay = new Tally();

        public void add(Deposit deposit, int by) {
            var organization = deposit.organizationId();
            var status = deposit.status().wire();
            var requested = deposit.requested().priced().input();
            var day = LocalDate.ofInstant(Clocks.timeOf(deposit.id()), ZoneOffset.UTC)
                    .toString();
            tally.add(organization, by, deposit.type().wire(), status);
            byDay.add(organization, by, requested.decimal(), requested.asset().code(), status, day);
        }

        public void flush(Tx tx) {
            tally.flush(tx, ADD, SUBTRACT);
            byDay.flushSums(tx, ADD_TO_DAY, SUBTRACT_FROM_DAY);
        }
    }

    static long total(Handle handle, UUID organizationId, @Nullable String type, @Nullable String status) {
        return handle.createQuery(SUM)
                .bind("organization", organizationId)
                .bind("type", type)
                .bind("status", status)
                .mapTo(Long.class)
                .one();
    }

    /// Returns the number of deposits of a filter's type, status and currency that were created on some days.
    ///
    /// @param from the first day, or null for since ever
    /// @param until day after the last one, or null for up to now
    static long totalOfDays(
            Handle handle,
            UUID organizationId,
            DepositFilter filter,
            @Nullable LocalDate from,
            @Nullable LocalDate until) {
        return handle.createQuery(SUM_OF_DAYS)
                .bind("organization", organizationId)
                .bind("type", filter.type())
                .bind("status", filter.status())
                .bind("asset", filter.currency())
                .bind("from", from)
                .bind("until", until)
                .mapTo(Long.class)
                .one();
    }

    /// Returns the deposits created per day, from the first day on.
    public static List<DayVolume> days(Handle handle, UUID organizationId, LocalDate from) {
        return handle.createQuery(DAYS)
                .bind("organization", organizationId)
                .bind("from", from)
                .map((row, _) -> new DayVolume(
                        row.getObject("day", LocalDate.class),
                        row.getString("asset"),
                        Status.stored(row.getString("status")),
                        row.getLong("total"),
                        row.getBigDecimal("volume")))
                .list();
    }
}
