package dev.sluice.ledger;

import dev.sluice.db.Batch;
import dev.sluice.db.Pending;
import dev.sluice.db.SqlFailure;
import dev.sluice.db.Tx;
import dev.sluice.ledger.LockedAccounts.Balance;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// SQL of the hot path: locks, balances, transfers. Each is one statement, however many rows it has.
final class LedgerStore {
    private static final String LOCK = """
            SELECT a.organization_id, a.asset, a.role, a.balance, a.position
            FROM unnest(?::uuid[], ?::text[], ?::text[]) AS wanted (organization_id, asset, role)
            JOIN ledger_account a USING (organization_id, asset, role)
            ORDER BY a.organization_id, a.asset, a.role
            FOR UPDATE OF a
            """;

    private static final String LOCK_AVAILABLE = """
            SELECT a.asset FROM ledger_account a
            WHERE a.organization_id = :organization AND a.role = 'available'
            ORDER BY a.organization_id, a.asset, a.role
            FOR UPDATE OF a
            """;

    private static final String INSERT_ACCOUNTS = """
            INSERT INTO ledger_account (organization_id, asset, role, asset_kind, exponent, balance, position)
            SELECT organization_id, asset, role, asset_kind, exponent, 0, 0
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::int4[])
                 AS new (organization_id, asset, role, asset_kind, exponent)
            ON CONFLICT DO NOTHING
            """;

    private static final String UPDATE_BALANCES = """
            UPDATE ledger_account a SET balance = new.balance, position = new.position
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::numeric[], ?::int8[])
                 AS new (organization_id, asset, role, balance, position)
            WHERE a.organization_id = new.organization_id AND a.asset = new.asset AND a.role = new.role
            """;

    private static final String INSERT_TRANSFERS = """
            INSERT INTO ledger_transfer (organization_id, payment_id, sequence, asset, debit, credit, units, kind,
                                         position, available_after, effective_at, recorded_at)
            SELECT * FROM unnest(?::uuid[], ?::uuid[], ?::int4[], ?::text[], ?::text[], ?::text[], ?::numeric[],
                                 ?::text[], ?::int8[], ?::numeric[], ?::timestamptz[], ?::timestamptz[])
            """;

    private LedgerStore() {}

    static Pending<List<Locked>> lock(Tx tx, List<AccountKey> keys) {
        var byRow = new HashMap<Row, AccountKey>();
        keys.forEach(key -> byRow.put(
                new Row(key.organizationId(), key.asset().code(), key.account().role()), key));
        return accounts(LOCK, keys).queueQuery(tx, row -> {
            var key = byRow.get(Row.of(row));
            if (key == null) {
                throw new IllegalStateException("an account was locked that nobody asked for");
            }
            return new Locked(
                    key, new Balance(row.getBigDecimal("balance").toBigIntegerExact(), row.getLong("position")));
        });
    }

    static void lockAvailable(Tx tx, UUID organizationId) {
        tx.handle()
                .createQuery(LOCK_AVAILABLE)
                .bind("organization", organizationId)
                .mapTo(String.class)
                .list();
    }

    /// A locked account and its balance.
    record Locked(AccountKey key, Balance balance) {}

    /// Inserts accounts, waiting for other transactions that insert the same ones.
    ///
    /// @throws SqlFailure to retry the transaction if another one has inserted any of them
    static void insertAccounts(Tx tx, List<AccountKey> keys) {
        if (keys.isEmpty()) {
            return;
        }
        int inserted = accounts(INSERT_ACCOUNTS, keys)
                .texts(keys, key -> key.asset().kind().name())
                .integers(keys, key -> key.asset().exponent())
                .update(tx);
        if (inserted < keys.size()) {
            throw SqlFailure.overtaken("another transaction opened an account");
        }
    }

    static void updateBalances(Tx tx, List<Map.Entry<AccountKey, Balance>> changed) {
        if (changed.isEmpty()) {
            return;
        }
        Batch.of(UPDATE_BALANCES)
                .uuids(changed, each -> each.getKey().organizationId())
                .texts(changed, each -> each.getKey().asset().code())
                .texts(changed, each -> each.getKey().account().role())
                .units(changed, each -> each.getValue().units())
                .longs(changed, each -> each.getValue().position())
                .write(tx, changed.size());
    }

    static void insertTransfers(Tx tx, List<LockedAccounts.Entry> entries, Instant recordedAt) {
        if (entries.isEmpty()) {
            return;
        }
        Batch.of(INSERT_TRANSFERS)
                .uuids(entries, each -> each.transfer().organizationId())
                .uuids(entries, each -> each.transfer().paymentId())
                .integers(entries, each -> each.transfer().sequence())
                .texts(entries, each -> each.transfer().amount().asset().code())
                .texts(entries, each -> each.transfer().debit().role())
                .texts(entries, each -> each.transfer().credit().role())
                .units(entries, each -> each.transfer().amount().units())
                .texts(entries, each -> each.transfer().kind().wire())
                .longs(
                        entries,
                        each -> each.available() == null
                                ? null
                                : each.available().position())
                .units(
                        entries,
                        each -> each.available() == null
                                ? null
                                : each.available().units())
                .instants(entries, each -> each.transfer().effectiveAt())
                .instants(entries, _ -> recordedAt)
                .write(tx);
    }

    private static Batch accounts(String sql, List<AccountKey> keys) {
        return Batch.of(sql)
                .uuids(keys, AccountKey::organizationId)
                .texts(keys, key -> key.asset().code())
                .texts(keys, key -> key.account().role());
    }

    private record Row(UUID organizationId, String asset, String role) {
        static Row of(ResultSet row) throws SQLException {
            return new Row(row.getObject("organization_id", UUID.class), row.getString("asset"), row.getString("role"));
        }
    }
}
