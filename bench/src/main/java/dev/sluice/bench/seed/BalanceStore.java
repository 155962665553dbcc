package dev.sluice.bench.seed;

import dev.sluice.bench.seed.Journal.Change;
import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import dev.sluice.ledger.AccountKey;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL that keeps derived data consistent with the filled rows: balances, tallies, and the planner's statistics.
final class BalanceStore {
    private static final String OPEN = """
            INSERT INTO ledger_account (organization_id, asset, role, asset_kind, exponent, balance, position)
            SELECT organization_id, asset, role, asset_kind, exponent, 0, 0
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::int4[])
                 AS new (organization_id, asset, role, asset_kind, exponent)
            ON CONFLICT DO NOTHING
            """;

    private static final String SELECT = """
            SELECT a.organization_id, a.asset, a.role, a.balance, a.position
            FROM unnest(?::uuid[], ?::text[], ?::text[]) AS wanted (organization_id, asset, role)
            JOIN ledger_account a USING (organization_id, asset, role)
            """;

    /// Optimistic lock: updates an account only if it is unchanged, so a concurrent transfer makes the row count
    /// smaller.
    private static final String UPDATE = """
            UPDATE ledger_account a SET balance = new.balance, position = new.position
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::numeric[], ?::int8[], ?::numeric[], ?::int8[])
                 AS new (organization_id, asset, role, balance_before, position_before, balance, position)
            WHERE a.organization_id = new.organization_id AND a.asset = new.asset AND a.role = new.role
                  AND a.balance = new.balance_before AND a.position = new.position_before
            """;

    /// A status without payouts still has a row, since each payout was pending once.
    private static final String ADD_TO_TALLY = """
            INSERT INTO disbursement_tally AS t (organization_id, asset, status, total)
            SELECT organization_id, asset, status, sum(total)::int8
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::int8[])
                 AS more (organization_id, asset, status, day, total)
            GROUP BY organization_id, asset, status ORDER BY organization_id, asset, status
            ON CONFLICT (organization_id, asset, status) DO UPDATE SET total = t.total + excluded.total
            """;

    private static final String ADD_TO_DAY_TALLY = """
            INSERT INTO disbursement_day_tally AS t (organization_id, asset, status, day, total)
            SELECT organization_id, asset, status, day::date, total
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::int8[])
                 AS more (organization_id, asset, status, day, total)
            ON CONFLICT (organization_id, asset, status, day) DO UPDATE SET total = t.total + excluded.total
            """;

    private static final String FEEDS = """
            SELECT organization_id, last_position FROM event_feed WHERE organization_id = ANY (?::uuid[])
            """;

    /// Chunks are not written in order.
    private static final String FEED = """
            INSERT INTO event_feed AS f (organization_id, last_position)
            SELECT * FROM unnest(?::uuid[], ?::int8[])
            ON CONFLICT (organization_id)
            DO UPDATE SET last_position = GREATEST(f.last_position, excluded.last_position)
            """;

    private static final String PATIENTLY = "SET statement_timeout = 0";
    private static final String AS_BEFORE = "RESET statement_timeout";
    private static final String VACUUM = """
            VACUUM (ANALYZE) disbursement, disbursement_progress, idempotency_reference, disbursement_tally,
                             disbursement_day_tally, ledger_account, ledger_transfer, rail_sandbox_payment,
                             rail_status_report, event, event_feed, idempotency_answer, recipient, recipient_tally,
                             deposit, deposit_progress, deposit_payment, deposit_tally, deposit_day_tally,
                             rail_incoming_payment, merchant_directory
            """;

    private BalanceStore() {}

    /// Opens accounts without transfers, so that each has a row to update.
    static void open(Tx tx, List<AccountKey> keys) {
        accounts(Batch.of(OPEN), keys)
                .texts(keys, key -> key.asset().kind().name())
                .integers(keys, key -> key.asset().exponent())
                .update(tx);
    }

    static Map<AccountKey, Journal.Balance> read(Tx tx, List<AccountKey> keys) {
        var byRow = new HashMap<Row, AccountKey>();
        keys.forEach(key -> byRow.put(Row.of(key), key));
        var balances = new HashMap<AccountKey, Journal.Balance>();
        accounts(Batch.of(SELECT), keys).query(tx, row -> {
            var key = byRow.get(new Row(row.getObject(1, UUID.class), row.getString(2), row.getString(3)));
            if (key == null) {
                throw new IllegalStateException("an account was read that nobody asked for");
            }
            return balances.put(key, new Journal.Balance(row.getBigDecimal(4).toBigIntegerExact(), row.getLong(5)));
        });
        return balances;
    }

    /// @throws IllegalStateException if another process moved one of the accounts in between
    static void move(Tx tx, List<Change> changes) {
        int moved = accounts(Batch.of(UPDATE), changes.stream().map(Change::key).toList())
                .units(changes, change -> change.before().units())
                .longs(changes, change -> change.before().position())
                .units(changes, change -> change.after().units())
                .longs(changes, change -> change.after().position())
                .update(tx);
        if (moved != changes.size()) {
            throw movedMeanwhile(null);
        }
    }

    static IllegalStateException movedMeanwhile(@Nullable Throwable cause) {
        return new IllegalStateException("another process moved money of an organization during the fill", cause);
    }

    static void count(Tx tx, Map<Chunk.Tally, Integer> payouts) {
        var rows =
                payouts.entrySet().stream().sorted(Map.Entry.comparingByKey()).toList();
        for (var sql : List.of(ADD_TO_TALLY, ADD_TO_DAY_TALLY)) {
            Batch.of(sql)
                    .uuids(rows, row -> row.getKey().organizationId())
                    .texts(rows, row -> row.getKey().asset())
                    .texts(rows, row -> row.getKey().status())
                    .texts(rows, row -> row.getKey().day().toString())
                    .longs(rows, row -> row.getValue().longValue())
                    .update(tx);
        }
    }

    /// Returns the last positions of organizations' feeds; feeds without events are missing.
    static Map<UUID, Long> feeds(Tx tx, List<UUID> organizations) {
        var positions = new HashMap<UUID, Long>();
        Batch.of(FEEDS)
                .uuids(organizations, each -> each)
                .query(tx, row -> positions.put(row.getObject(1, UUID.class), row.getLong(2)));
        return positions;
    }

    static void feed(Tx tx, Map<UUID, Long> positions) {
        var rows =
                positions.entrySet().stream().sorted(Map.Entry.comparingByKey()).toList();
        if (!rows.isEmpty()) {
            Batch.of(FEED)
                    .uuids(rows, Map.Entry::getKey)
                    .longs(rows, Map.Entry::getValue)
                    .update(tx);
        }
    }

    /// Vacuums and analyzes the tables, as autovacuum would have done over the years.
    static void tidy(Handle handle) throws SQLException {
        handle.execute(PATIENTLY);
        handle.getConnection().setNetworkTimeout(Runnable::run, 0);
        try {
            handle.execute(VACUUM);
        } finally {
            handle.execute(AS_BEFORE);
        }
    }

    private static Batch accounts(Batch batch, List<AccountKey> keys) {
        return batch.uuids(keys, AccountKey::organizationId)
                .texts(keys, key -> key.asset().code())
                .texts(keys, key -> key.account().role());
    }

    private record Row(UUID organizationId, String asset, String role) {
        static Row of(AccountKey key) {
            return new Row(
                    key.organizationId(), key.asset().code(), key.account().role());
        }
    }
}
