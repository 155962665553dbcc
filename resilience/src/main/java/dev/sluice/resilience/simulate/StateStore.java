package dev.sluice.resilience.simulate;

import dev.sluice.db.Database;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// SQL on new objects and balances of the service.
final class StateStore {
    /// Lower bound of all ids.
    static final UUID FIRST = new UUID(0, 0);

    private static final String PAYOUTS = """
        SELECT id, status FROM disbursement_progress WHERE organization_id = :organization AND id > :after
        """;

    private static final String PAYOUT_STATUSES = """
        SELECT status, count(*) AS number FROM disbursement_progress GROUP BY status
        """;

    private static final String DEPOSITS = """
        SELECT id, status FROM deposit_progress WHERE organization_id = :organization AND id > :after
        """;

    private static final String NET = """
        SELECT asset, (sum(balance) / 10::numeric ^ max(exponent))::text AS net FROM ledger_account
        WHERE organization_id = :organization AND role IN ('available', 'held', 'owed') GROUP BY asset
        """;

    /// Objects whose number of events differs from their counter.
    private static final String UNTOLD = """
        SELECT thing.id || ' has ' || told.number || ' events of ' || thing.events
        FROM (SELECT id, events FROM disbursement_progress WHERE organization_id = :organization AND id > :after
              UNION ALL
              SELECT id, events FROM deposit_progress WHERE organization_id = :organization AND id > :after
              UNION ALL
              SELECT id, 1 FROM convert WHERE organization_id = :organization AND id > :after) AS thing
        CROSS JOIN LATERAL (
            SELECT count(*) AS number FROM event
            WHERE organization_id = :organization AND resource_id = thing.id) AS told
        WHERE told.number <> thing.events
        """;

    /// Final objects whose last event names another status.
    private static final String MISNAMED = """
        SELECT thing.id || ' is ' || thing.status || ', and its last event is ' || coalesce(told.type, 'none')
        FROM (SELECT 'disbursement.' AS kind, id, status FROM disbursement_progress
              WHERE organization_id = :organization AND id > :after
              UNION ALL
              SELECT 'deposit.', id, status FROM deposit_progress
              WHERE organization_id = :organization AND id > :after) AS thing
        LEFT JOIN LATERAL (
            SELECT type FROM event
            WHERE organization_id = :organization AND resource_id = thing.id AND type NOT LIKE '%.updated'
            ORDER BY sequence DESC LIMIT 1) AS told ON true
        WHERE thing.status <> 'pending' AND told.type IS DISTINCT FROM thing.kind || thing.status
        """;

    /// Objects whose status differs from the last received event.
    private static final String MISTOLD = """
        SELECT told.id || ' is ' || thing.status || ', and its last event said ' || told.status
        FROM unnest(:ids, :sequences, :statuses) AS told (id, sequence, status)
        CROSS JOIN LATERAL (
            SELECT status, events FROM disbursement_progress WHERE organization_id = :organization AND id = told.id
            UNION ALL
            SELECT status, events FROM deposit_progress
            WHERE organization_id = :organization AND id = told.id) AS thing
        WHERE thing.events = told.sequence AND thing.status <> told.status
        """;

    private static final String GROUNDLESS = """
        SELECT type || ' of ' || resource_id FROM event
        WHERE organization_id = :organization AND position > :after
              AND split_part(type, '.', 1) IN ('disbursement', 'deposit', 'convert')
              AND NOT EXISTS (SELECT FROM disbursement_progress p
                              WHERE p.organization_id = :organization AND p.id = resource_id)
              AND NOT EXISTS (SELECT FROM deposit_progress p
                              WHERE p.organization_id = :organization AND p.id = resource_id)
              AND NOT EXISTS (SELECT FROM convert c WHERE c.organization_id = :organization AND c.id = resource_id)
        """;

    private final Database database;

    StateStore(Database database) {
        this.database = database;
    }

    /// Returns the statuses of an organization's payouts after an id.
    Map<UUID, String> payouts(UUID organization, UUID after) {
        return statuses(PAYOUTS, organization, after);
    }

    Map<UUID, String> deposits(UUID organization, UUID after) {
        return statuses(DEPOSITS, organization, after);
    }

    private Map<UUID, String> statuses(String sql, UUID organization, UUID after) {
        return database.read(handle -> {
            var statuses = new HashMap<UUID, String>();
            handle.createQuery(sql)
                    .bind("organization", organization)
                    .bind("after", after)
                    .map((row, _) -> Map.entry(UUID.fromString(row.getString("id")), row.getString("status")))
                    .forEach(each -> statuses.put(each.getKey(), each.getValue()));
            return statuses;
        });
    }

    /// Returns the number of payouts by status.
    Map<String, Long> payoutStatuses() {
        return database.read(handle -> {
            var counts = new HashMap<String, Long>();
            handle.createQuery(PAYOUT_STATUSES)
                    .map((row, _) -> Map.entry(row.getString("status"), row.getLong("number")))
                    .forEach(each -> counts.put(each.getKey(), each.getValue()));
            return counts;
        });
    }

    /// Returns an organization's balances minus its debts, by currency.
    Map<String, BigDecimal> net(UUID organization) {
        return database.read(handle -> {
            var net = new HashMap<String, BigDecimal>();
            handle.createQuery(NET)
                    .bind("organization", organization)
                    .map((row, _) -> Map.entry(row.getString("asset"), new BigDecimal(row.getString("net"))))
                    .forEach(each -> net.put(each.getKey(), each.getValue()));
            return net;
        });
    }

    /// Returns objects after an id with fewer or more events than they state.
    List<String> withWrongEventCount(UUID organization, UUID after) {
        return texts(UNTOLD, organization, after);
    }

    /// Returns final objects after an id that contradict their events.
    List<String> misnamed(UUID organization, UUID after) {
        return texts(MISNAMED, organization, after);
    }

    /// Returns objects that contradict the last event that an organization received.
    List<String> mistold(UUID organization, List<LatestEvents.Told> told) {
        return database.read(handle -> handle.createQuery(MISTOLD)
                .bind("organization", organization)
                .bindArray(
                        "ids",
                        UUID.class,
                        told.stream().map(LatestEvents.Told::id).toArray())
                .bindArray(
                        "sequences",
                        Long.class,
                        told.stream().map(LatestEvents.Told::sequence).toArray())
                .bindArray(
                        "statuses",
                        String.class,
                        told.stream().map(LatestEvents.Told::status).toArray())
                .mapTo(String.class)
                .list());
    }

    /// Returns the events after a position without their object.
    List<String> groundless(UUID organization, long after) {
        return texts(GROUNDLESS, organization, after);
    }

    private List<String> texts(String sql, UUID organization, Object after) {
        return database.read(handle -> handle.createQuery(sql)
                .bind("organization", organization)
                .bind("after", after)
                .mapTo(String.class)
                .list());
    }
}
