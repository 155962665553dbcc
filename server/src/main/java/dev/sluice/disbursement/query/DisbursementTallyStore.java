package dev.sluice.disbursement.query;

import dev.sluice.db.Tally;
import dev.sluice.db.Tx;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.Status;
import dev.sluice.money.Asset;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `disbursement_tally` and `disbursement_day_tally`: number of payouts by currency and status, in all and by
/// the day of their creation (UTC), the latter with their amounts. A token's identifier has a hyphen, a currency's
/// code has none.
public final class DisbursementTallyStore {
    private static final String ADD = """
            INSERT INTO disbursement_tally AS t (organization_id, asset, status, total)
            SELECT * FROM unnest(?::uuid[], ?::text[], ?::text[], ?::int8[])
            ON CONFLICT (organization_id, asset, status) DO UPDATE SET total = t.total + excluded.total
            """;

    private static final String SUBTRACT = """
            UPDATE disbursement_tally t SET total = t.total - less.total
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::int8[]) AS less (organization_id, asset, status, total)
            WHERE t.organization_id = less.organization_id AND t.asset = less.asset AND t.status = less.status
            """;

    private static final String SUM = """
            SELECT coalesce(sum(total), 0) FROM disbursement_tally
            WHERE organization_id = :organization
                  AND (position('-' IN asset) > 0) = :crypto
                  AND (:asset::text IS NULL OR asset = :asset) AND (:status::text IS NULL OR status = :status)
            """;

    private static final String ADD_TO_DAY = """
            INSERT INTO disbursement_day_tally AS t (organization_id, asset, status, day, total, volume)
            SELECT organization_id, asset, status, day::date, total, volume
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::int8[], ?::numeric[])
                 AS more (organization_id, asset, status, day, total, volume)
            ON CONFLICT (organization_id, day, asset, status)
            DO UPDATE SET total = t.total + excluded.total, volume = t.volume + excluded.volume
            """;

    private static final String SUBTRACT_FROM_DAY = """
            UPDATE disbursement_day_tally t SET total = t.total - less.total, volume = t.volume - less.volume
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::int8[], ?::numeric[])
                 AS less (organization_id, asset, status, day, total, volume)
            WHERE t.organization_id = less.organization_id AND t.asset = less.asset AND t.status = less.status
                  AND t.day = less.day::date
            """;

    /// Whichever is less is read: the days of the span, or those before and after it.
    private static final String SUM_OF_DAYS = """
            SELECT CASE
                WHEN known.first IS NULL THEN 0
                WHEN 2 * (least(:until::date, known.last + 1) - greatest(:from::date, known.first))
                     <= known.last + 1 - known.first
                THEN (SELECT coalesce(sum(total), 0) FROM disbursement_day_tally
                      WHERE organization_id = :organization
                            AND (position('-' IN asset) > 0) = :crypto
                            AND (:asset::text IS NULL OR asset = :asset) AND (:status::text IS NULL OR status = :status)
                            AND day >= :from::date AND day < :until::date)
                ELSE (SELECT coalesce(sum(total), 0) FROM disbursement_tally
                      WHERE organization_id = :organization
                            AND (position('-' IN asset) > 0) = :crypto
                            AND (:asset::text IS NULL OR asset = :asset)
                            AND (:status::text IS NULL OR status = :status))
                     - (SELECT coalesce(sum(total), 0) FROM disbursement_day_tally
                        WHERE organization_id = :organization
                              AND (position('-' IN asset) > 0) = :crypto
                              AND (:asset::text IS NULL OR asset = :asset)
                              AND (:status::text IS NULL OR status = :status)
                              AND day < :from::date)
                     - (SELECT coalesce(sum(total), 0) FROM disbursement_day_tally
                        WHERE organization_id = :organization
                              AND (position('-' IN asset) > 0) = :crypto
                              AND (:asset::text IS NULL OR asset = :asset)
                              AND (:status::text IS NULL OR status = :status)
                              AND day >= :until::date)
            END
            FROM (SELECT min(day) AS first, max(day) AS last FROM disbursement_day_tally
                  WHERE organization_id = :organization) AS known
            """;

    private static final String DAYS = """
            SELECT day, asset, status, total, volume FROM disbursement_day_tally
            WHERE organization_id = :organization AND day >= :from AND total > 0
            ORDER BY day, asset, status
            """;

    private DisbursementTallyStore() {}

    /// Changes of one transaction.
    public static final class Changes {
        private final Tally tally = new Tally();
        private final Tally byDay = new Tally();

        public Changes add(Disbursement payout, int by) {
            var organization = payout.organizationId();
            var asset = payout.amount().asset().code();
            var status = payout.status().wire();
            var day = LocalDate.ofInstant(payout.createdAt(), ZoneOffset.UTC).toString();
            tally.add(organization, by, asset, status);
            byDay.add(organization, by, payout.amount().decimal(), asset, status, day);
            return this;
        }

        public void flush(Tx tx) {
            tally.flush(tx, ADD, SUBTRACT);
            byDay.flushSums(tx, ADD_TO_DAY, SUBTRACT_FROM_DAY);
        }
    }

    public static long total(
            Handle handle, UUID organizationId, Asset.Kind kind, @Nullable String asset, @Nullable String status) {
        return handle.createQuery(SUM)
                .bind("organization", organizationId)
                .bind("crypto", kind == Asset.Kind.CRYPTO)
                .bind("asset", asset)
                .bind("status", status)
                .mapTo(Long.class)
                .one();
    }

    /// Returns the number of payouts created on some days, from the first on and before the last.
    static long total(
            Handle handle,
            UUID organizationId,
            Asset.Kind kind,
            @Nullable String asset,
            @Nullable String status,
            LocalDate from,
            LocalDate until) {
        return handle.createQuery(SUM_OF_DAYS)
                .bind("organization", organizationId)
                .bind("crypto", kind == Asset.Kind.CRYPTO)
                .bind("asset", asset)
                .bind("status", status)
                .bind("from", from)
                .bind("until", until)
                .mapTo(Long.class)
                .one();
    }

    /// Returns the payouts created per day, from the first day on.
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
