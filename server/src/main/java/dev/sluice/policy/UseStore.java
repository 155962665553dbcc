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
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/// SQL of `policy_use`: what was made and what may leave, minute by minute, whether there is a rule yet or not.
final class UseStore {
    /// A minute counts as long as any second of it lies within the window.
    private static final String SUM = """
            SELECT rule.id, sum(used.amount) AS amount, sum(used.payouts) AS payouts
            FROM policy_rule rule
            JOIN policy_use used
                ON used.organization_id = rule.organization_id
                AND used.minute > :now::timestamptz - make_interval(mins => rule.minutes + 1)
                AND (rule.asset IS NULL OR used.asset = rule.asset)
                AND (rule.maker IS NULL OR used.maker = rule.maker)
            WHERE rule.organization_id = ANY (:organizations::uuid[]) AND rule.kind IN ('TOTAL_AMOUNT', 'PAYOUT_COUNT')
            GROUP BY rule.id
            """;

    /// The same of a rule that is not there.
    private static final String SUM_OF = """
            SELECT coalesce(sum(amount), 0) AS amount, coalesce(sum(payouts), 0) AS payouts
            FROM policy_use
            WHERE organization_id = :organization
                AND minute > :now::timestamptz - make_interval(mins => :minutes::integer + 1)
                AND (:asset::text IS NULL OR asset = :asset::text) AND (:maker::text IS NULL OR maker = :maker::text)
            """;

    private static final String ADD = """
            INSERT INTO policy_use AS used (organization_id, asset, maker, minute, amount, payouts, released)
            SELECT * FROM unnest(?::uuid[], ?::text[], ?::text[], ?::timestamptz[], ?::numeric[], ?::int4[],
                                 ?::numeric[])
            ON CONFLICT (organization_id, asset, maker, minute)
            DO UPDATE SET amount = used.amount + EXCLUDED.amount, payouts = used.payouts + EXCLUDED.payouts,
                released = used.released + EXCLUDED.released
            """;

    private static final String DELETE = """
            DELETE FROM policy_use WHERE minute < :before
            """;

    private UseStore() {}

    private record Slot(UUID organizationId, String asset, String maker, Instant minute) {}

    /// What was paid within the window of each rule that counts.
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

    /// What was paid within the window of a rule that nobody has put in force.
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
        var amounts = new HashMap<Slot, BigDecimal>();
        var payouts = new HashMap<Slot, Integer>();
        var released = new HashMap<Slot, BigDecimal>();
        for (var each : counted) {
            var slot = new Slot(
                    each.organizationId(),
                    each.amount().asset().code(),
                    each.maker(),
                    each.at().truncatedTo(ChronoUnit.MINUTES));
            amounts.merge(slot, each.made(), BigDecimal::add);
            payouts.merge(slot, each.payouts(), Integer::sum);
            released.merge(slot, each.released(), BigDecimal::add);
        }
        var slots = List.copyOf(amounts.keySet());
        Batch.of(ADD)
                .uuids(slots, Slot::organizationId)
                .texts(slots, Slot::asset)
                .texts(slots, Slot::maker)
                .instants(slots, Slot::minute)
                .decimals(slots, amounts::get)
                .integers(slots, slot -> payouts.getOrDefault(slot, 0))
                .decimals(slots, released::get)
                .write(tx);
    }

    static int delete(Tx tx, Instant before) {
        return tx.handle().createUpdate(DELETE).bind("before", before).execute();
    }
}
