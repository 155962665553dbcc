package dev.sluice.resilience.simulate;

import dev.sluice.db.Database;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// All queries after a step in one statement, because each round trip to PostgreSQL counts.
final class GlanceStore {
    /// Checks after a step. A payment is misplaced if its transfers do not match its state; only payments with new
    /// events are checked. Acknowledged objects are found by primary key.
    private static final String GLANCE = """
        SELECT 'unbalanced' AS about, '00000000-0000-0000-0000-000000000000'::uuid AS id,
               asset || ' by ' || sum(balance) AS told
        FROM ledger_account GROUP BY asset HAVING sum(balance) <> 0
        UNION ALL
        SELECT 'overdrawn', organization_id, role || ' ' || balance || ' ' || asset
        FROM ledger_account WHERE balance < 0 AND role IN ('available', 'held')
        UNION ALL
        SELECT 'position', organization_id, last_position::text
        FROM event_feed
        UNION ALL
        SELECT 'misplaced', touched.organization_id,
               d.id || ' is ' || p.status || ', available ' || moved.available || ', held ' || moved.held
        FROM (SELECT DISTINCT e.organization_id, e.resource_id AS id
              FROM unnest(:organizations, :positions) AS watched (organization_id, position)
              JOIN event e ON e.organization_id = watched.organization_id
                           AND e.position > watched.position) AS touched
        JOIN disbursement d ON d.organization_id = touched.organization_id AND d.id = touched.id
        JOIN disbursement_progress p ON p.organization_id = touched.organization_id AND p.id = touched.id
        CROSS JOIN LATERAL (
            SELECT coalesce(sum(CASE 'available' WHEN credit THEN t.units WHEN debit THEN -t.units ELSE 0 END), 0)
                       AS available,
                   coalesce(sum(CASE 'held' WHEN credit THEN t.units WHEN debit THEN -t.units ELSE 0 END), 0)
                       AS held
            FROM ledger_transfer t
            WHERE t.organization_id = touched.organization_id AND t.payment_id = touched.id) AS moved
        WHERE moved.held <> CASE p.status WHEN 'pending' THEN d.units + d.fee_units ELSE 0 END
           OR moved.available <> CASE WHEN p.status IN ('pending', 'completed') THEN -d.units - d.fee_units
                                      WHEN p.status = 'reversed' THEN -d.fee_units ELSE 0 END
        UNION ALL
        SELECT 'misplaced', touched.organization_id, p.id || ' is ' || p.status || ', credited ' || moved.net
        FROM (SELECT DISTINCT e.organization_id, e.resource_id AS id
              FROM unnest(:organizations, :positions) AS watched (organization_id, position)
              JOIN event e ON e.organization_id = watched.organization_id
                           AND e.position > watched.position) AS touched
        JOIN deposit_progress p ON p.organization_id = touched.organization_id AND p.id = touched.id
        CROSS JOIN LATERAL (
            SELECT coalesce(sum(CASE WHEN credit IN ('available', 'owed') THEN units ELSE 0 END
                                - CASE WHEN debit IN ('available', 'owed') THEN units ELSE 0 END), 0) AS net
            FROM ledger_transfer t
            WHERE t.organization_id = touched.organization_id AND t.payment_id = touched.id) AS moved
        WHERE moved.net <> CASE p.status WHEN 'completed' THEN p.credited_output_units ELSE 0 END
        UNION ALL
        SELECT 'payout', p.id, p.status
        FROM unnest(:owners, :ids) AS heard (organization_id, id)
        JOIN disbursement d USING (organization_id, id)
        JOIN disbursement_progress p USING (organization_id, id)
        UNION ALL
        SELECT 'deposit', p.id, p.status
        FROM unnest(:owners, :ids) AS heard (organization_id, id)
        JOIN deposit d USING (organization_id, id)
        JOIN deposit_progress p USING (organization_id, id)
        UNION ALL
        SELECT 'conversion', c.id, 'made'
        FROM unnest(:owners, :ids) AS heard (organization_id, id)
        JOIN convert c USING (organization_id, id)
        UNION ALL
        SELECT 'page', c.id, 'made'
        FROM unnest(:owners, :ids) AS heard (organization_id, id)
        JOIN checkout c USING (organization_id, id)
        """;

    private final Database database;

    GlanceStore(Database database) {
        this.database = database;
    }

    /// An acknowledged object.
    record Heard(UUID organization, UUID id) {}

    /// Result of the checks.
    ///
    /// @param positions last position of each organization's feed
    /// @param misplaced misplaced payments by organization
    /// @param there statuses of acknowledged objects by kind and id
    record Glance(
            List<String> unbalanced,
            List<String> overdrawn,
            Map<UUID, Long> positions,
            Map<UUID, List<String>> misplaced,
            Map<String, Map<UUID, String>> there) {}

    private record Line(String about, UUID id, String told) {}

    /// @param watched last checked position of each organization's events
    Glance look(Map<UUID, Long> watched, List<Heard> heard) {
        return of(database.read(handle -> handle.createQuery(GLANCE)
                .bindArray("organizations", UUID.class, watched.keySet().toArray())
                .bindArray("positions", Long.class, watched.values().toArray())
                .bindArray(
                        "owners",
                        UUID.class,
                        heard.stream().map(Heard::organization).toArray())
                .bindArray("ids", UUID.class, heard.stream().map(Heard::id).toArray())
                .map((row, _) ->
                        new Line(row.getString("about"), row.getObject("id", UUID.class), row.getString("told")))
                .list()));
    }

    private static Glance of(List<Line> lines) {
        var positions = new HashMap<UUID, Long>();
        var misplaced = new HashMap<UUID, List<String>>();
        var there = new HashMap<String, Map<UUID, String>>();
        for (var line : lines) {
            switch (line.about()) {
                case "position" -> positions.put(line.id(), Long.parseLong(line.told()));
                case "misplaced" ->
                    misplaced.computeIfAbsent(line.id(), _ -> new ArrayList<>()).add(line.told());
                case "unbalanced", "overdrawn" -> {
                    // Rows that concern all organizations.
                }
                default ->
                    there.computeIfAbsent(line.about(), _ -> new HashMap<>()).put(line.id(), line.told());
            }
        }
        return new Glance(lines(lines, "unbalanced"), lines(lines, "overdrawn"), positions, misplaced, there);
    }

    private static List<String> lines(List<Line> lines, String about) {
        return lines.stream()
                .filter(line -> line.about().equals(about))
                .map(Line::told)
                .toList();
    }
}
