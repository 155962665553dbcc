package dev.sluice.policy;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import dev.sluice.policy.Condition.Used;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/// SQL of `policy_use` and `policy_use_hour`: created payouts by minute and by hour, and released amounts by hour.
/// Usage is recorded even without rules.
final class UseStore {
    /// A minute counts if any second of it lies within the window. The query adds single minutes for the first
    /// hour of the window, and hours for the rest.
    private static final String SUM = """
            SELECT rule.id, sum(used.amount) AS amount, sum(used.payouts) AS payouts
            FROM policy_rule rule
            CROSS JOIN LATERAL (
                SELECT :now::timestamptz - make_interval(mins => rule.minutes + 1) AS start) AS span
            CROSS JOIN LATERAL (
                SELECT minutes.asset, minutes.maker, minutes.amount, minutes.payouts FROM policy_use minutes
                WHERE minutes.organization_id = rule.organization_id AND minutes.minute > span.start
                    AND minutes.minute < date_trunc('hour', span.start, 'UTC') + interval '1 hour'
                UNION ALL
                SELECT hours.asset, hours.maker, hours.amount, hours.payouts FROM policy_use_hour hours
                WHERE hours.organization_id = rule.organization_id
                    AND hours.hour >= date_trunc('hour', span.start, 'UTC') + interval '1 hour') AS used
            WHERE rule.organization_id = ANY (:organizations::uuid[]) AND rule.kind IN ('TOTAL_AMOUNT', 'PAYOUT_COUNT')
                AND (rule.asset IS NULL OR used.asset = rule.asset)
                AND (rule.maker IS NULL OR used.maker = rule.maker)
            GROUP BY rule.id
            """;

    /// Usage for a draft rule.
    private static final String SUM_OF = """
            SELECT coalesce(sum(used.amount), 0) AS amount, coalesce(sum(used.payouts), 0) AS payouts
            FROM (SELECT :now::timestamptz - make_interval(mins => :minutes::integer + 1) AS start) AS span
            CROSS JOIN LATERAL (
                SELECT minutes.asset, minutes.maker, minutes.amount, minutes.payouts FROM policy_use minutes
                WHERE minutes.organization_id = :organization AND minutes.minute > span.start
                    AND minutes.minute < date_trunc('hour', span.start, 'UTC') + interval '1 hour'
                UNION ALL
                SELECT hours.asset, hours.maker, hours.amount, hours.payouts FROM policy_use_hour hours
                WHERE hours.organization_id = :organization
                    AND hours.hour >= date_trunc('hour', span.start, 'UTC') + interval '1 hour') AS used
            WHERE (:asset::text IS NULL OR used.asset = :asset::text)
                AND (:maker::text IS NULL OR used.maker = :maker::text)
            """;

    private static final String ADD = """
            INSERT INTO policy_use AS used (organization_id, asset, maker, minute, amount, payouts)
            SELECT * FROM unnest(?::uuid[], ?::text[], ?::text[], ?::timestamptz[], ?::numeric[], ?::int4[])
            ON CONFLICT (organization_id, asset, maker, minute)
            DO UPDATE SET amount = used.amount + EXCLUDED.amount, payouts = used.payouts + EXCLUDED.payouts
            """;

    private static final String ADD_HOURS = """
            INSERT INTO policy_use_hour AS used (organization_id, asset, maker, hour, amount, payouts, released)
            SELECT * FROM unnest(?::uuid[], ?::text[], ?::text[], ?::timestamptz[], ?::numeric[], ?::int8[],
                                 ?::numeric[])
            ON CONFLICT (organization_id, asset, maker, hour)
            DO UPDATE SET amount = used.amount + EXCLUDED.amount, payouts = used.payouts + EXCLUDED.payouts,
                released = used.released + EXCLUDED.released
            """;

    private static final String DELETE = """
            DELETE FROM policy_use WHERE minute < :before
            """;

    private static final String DELETE_HOURS = """
            DELETE FROM policy_use_hour WHERE hour < date_trunc('hour', :before::timestamptz, 'UTC')
            """;

    private UseStore() {}

    private record Slot(UUID organizationId, String asset, String maker, Instant from) {}

    private record Sum(BigDecimal created, int payouts, BigDecimal released) {
        static Sum of(Counted counted) {
            return new Sum(counted.create(), counted.payouts(), counted.released());
        }

        Sum plus(Sum more) {
            return new Sum(created.add(more.created), payouts + more.payouts, released.add(more.released));
        }
    }

    /// Returns the usage within the period of each counting rule.
    static Map<UUID, Used> of(Handle handle, List<UUID> organizations, Instant now) {
        return handle
                .createQuery(SUM)
                .bind("now", now)
                .bindArray("organizations", UUID.class, organizations)
                .map((row, _) -> Map.entry(
                        row.getObject("id", UUID.class), new Used(row.getBigDecimal("amount"), row.getLong("payouts"))))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /// Returns the usage within the period of a draft rule.
    static Used of(Handle handle, UUID organizationId, Rule rule, Instant now) {
        return handle.createQuery(SUM_OF)
                .bind("organization", organizationId)
                .bind("now", now)
                .bind(
                        "minutes",
                        rule.condition().span().map(Duration::toMinutes).orElse(0L))
                .bind("asset", rule.asset())
                .bind("maker", rule.maker() == null ? null : rule.maker().name())
                .map((row, _) -> new Used(row.getBigDecimal("amount"), row.getLong("payouts")))
                .one();
    }

    static void add(Tx tx, List<Counted> counted) {
        if (counted.isEmpty()) {
            return;
        }
        var created = counted.stream().filter(each -> each.payouts() > 0).toList();
        if (!created.isEmpty()) {
            var minutes = sums(created, ChronoUnit.MINUTES);
            var slots = List.copyOf(minutes.keySet());
            places(ADD, slots)
                    .decimals(slots, slot -> at(minutes, slot).created())
                    .integers(slots, slot -> at(minutes, slot).payouts())
                    .write(tx);
        }
        var hours = sums(counted, ChronoUnit.HOURS);
        var slots = List.copyOf(hours.keySet());
        places(ADD_HOURS, slots)
                .decimals(slots, slot -> at(hours, slot).created())
                .longs(slots, slot -> (long) at(hours, slot).payouts())
                .decimals(slots, slot -> at(hours, slot).released())
                .write(tx);
    }

    private static Map<Slot, Sum> sums(List<Counted> counted, ChronoUnit unit) {
        var sums = new HashMap<Slot, Sum>();
        for (var each : counted) {
            var slot = new Slot(
                    each.organizationId(),
                    each.amount().asset().code(),
                    each.maker(),
                    each.at().truncatedTo(unit));
            sums.merge(slot, Sum.of(each), Sum::plus);
        }
        return sums;
    }

    private static Sum at(Map<Slot, Sum> sums, Slot slot) {
        return Objects.requireNonNull(sums.get(slot));
    }

    private static Batch places(String sql, List<Slot> slots) {
        return Batch.of(sql)
                .uuids(slots, Slot::organizationId)
                .texts(slots, Slot::asset)
                .texts(slots, Slot::maker)
                .instants(slots, Slot::from);
    }

    static int delete(Tx tx, Instant before) {
        int hours =
                tx.handle().createUpdate(DELETE_HOURS).bind("before", before).execute();
        return hours + tx.handle().createUpdate(DELETE).bind("before", before).execute();
    }
}
