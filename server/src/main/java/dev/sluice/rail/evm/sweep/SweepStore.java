package dev.sluice.rail.evm.sweep;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import dev.sluice.rail.evm.Hex;
import dev.sluice.rail.evm.deposit.Credit;
import dev.sluice.rail.evm.rpc.Transaction;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/// SQL of `rail_evm_sweep`: addresses to be emptied, and their progress.
public final class SweepStore {
    /// Payments that arrive during a sweep are swept after it. A waiting sweep keeps the lowest minimum, so that
    /// an amount worth sweeping stays worth it.
    private static final String NOTE = """
        INSERT INTO rail_evm_sweep (network, token, address, deposit_id, state, amount_min, changed_block, due_at)
        SELECT network, token, address, deposit_id, 'found', amount_min, changed_block, due_at
        FROM unnest(?::text[], ?::text[], ?::text[], ?::uuid[], ?::numeric[], ?::int8[], ?::timestamptz[])
            AS new (network, token, address, deposit_id, amount_min, changed_block, due_at)
        ON CONFLICT (network, token, address) DO UPDATE
        SET repeat_needed = rail_evm_sweep.state <> 'done',
            amount_min = CASE WHEN rail_evm_sweep.state = 'done' THEN EXCLUDED.amount_min
                         ELSE LEAST(rail_evm_sweep.amount_min, EXCLUDED.amount_min) END,
            state = CASE WHEN rail_evm_sweep.state = 'done' THEN 'found' ELSE rail_evm_sweep.state END,
            gas_price_max = NULL,
            changed_block = GREATEST(rail_evm_sweep.changed_block, EXCLUDED.changed_block),
            due_at = CASE WHEN rail_evm_sweep.failures > 0 AND rail_evm_sweep.state <> 'done'
                               THEN rail_evm_sweep.due_at
                           ELSE LEAST(rail_evm_sweep.due_at, EXCLUDED.due_at) END
        """;

    private static final String DUE = """
        SELECT network, token, address, deposit_id, state, amount_min, gas_nonce, nonce, hash, raw, used_block,
               changed_block, earlier, failures
        FROM rail_evm_sweep
        WHERE network = :network AND state <> 'done' AND gas_price_max IS NULL AND due_at <= :now
        ORDER BY due_at LIMIT :limit
        """;

    private static final String HAS_DEAR = """
        SELECT EXISTS (SELECT FROM rail_evm_sweep WHERE network = :network AND gas_price_max IS NOT NULL)
        """;

    private static final String CHEAP = """
        SELECT network, token, address, deposit_id, state, amount_min, gas_nonce, nonce, hash, raw, used_block,
               changed_block, earlier, failures
        FROM rail_evm_sweep
        WHERE network = :network AND gas_price_max >= :fee AND due_at <= :now ORDER BY gas_price_max DESC LIMIT :limit
        """;

    /// Locks all sweeps of an address, so that two nodes, or two tokens, never sign for one address at once.
    private static final String LOCK_ADDRESS = """
        SELECT network, token, address, deposit_id, state, amount_min, gas_nonce, nonce, hash, raw, used_block,
               changed_block, earlier, failures
        FROM rail_evm_sweep
        WHERE network = :network AND address = :address ORDER BY token FOR UPDATE
        """;

    private static final String FUEL = """
        UPDATE rail_evm_sweep SET state = 'gas_sent', gas_nonce = :nonce, due_at = :at
        WHERE network = :network AND token = :token AND address = :address AND state = 'found'
        """;

    private static final String SIGN = """
        UPDATE rail_evm_sweep
        SET state = 'signed', nonce = :nonce, hash = :hash, raw = :raw, units = :units, due_at = :at,
            gas_price_max = NULL, used_block = NULL
        WHERE network = :network AND token = :token AND address = :address AND state = 'found'
        """;

    /// The refused transaction stays recorded, since some node may have it.
    private static final String REPRICE = """
        UPDATE rail_evm_sweep SET state = 'found', earlier = array_append(earlier, hash), due_at = :at
        WHERE network = :network AND token = :token AND address = :address AND state = 'signed' AND hash = :hash
        """;

    private static final String FAIL = """
        UPDATE rail_evm_sweep
        SET state = 'found', failures = failures + 1, failed_to = :treasury, earlier = '{}', used_block = NULL,
            due_at = :at, changed_block = GREATEST(changed_block, :block)
        WHERE network = :network AND token = :token AND address = :address
            AND state = :state AND hash IS NOT DISTINCT FROM :hash AND gas_nonce IS NOT DISTINCT FROM :fuelNonce
        """;

    /// Resets sweeps that failed to another treasury.
    private static final String RESUME = """
        UPDATE rail_evm_sweep SET failures = 0, due_at = :now
        WHERE network = :network AND failures > 0 AND failed_to <> :treasury
        """;

    /// Changes only a row that is still as it was read. Otherwise, the transaction that another node signed since
    /// then, and its cost, would be forgotten.
    private static final String FIND_AGAIN = """
        UPDATE rail_evm_sweep
        SET state = 'found', due_at = :at, repeat_needed = false, used_block = NULL,
            earlier = CASE WHEN :ended THEN '{}' ELSE earlier END,
            failures = CASE WHEN :ended THEN 0 ELSE failures END,
            changed_block = GREATEST(changed_block, :block)
        WHERE network = :network AND token = :token AND address = :address
            AND state = :state AND hash IS NOT DISTINCT FROM :hash AND gas_nonce IS NOT DISTINCT FROM :fuelNonce
        """;

    private static final String END = """
        UPDATE rail_evm_sweep
        SET state = CASE WHEN repeat_needed THEN 'found' ELSE 'done' END, repeat_needed = false,
            gas_price_max = NULL, due_at = :at
        WHERE network = :network AND token = :token AND address = :address AND state = 'found'
        """;

    /// A sweep whose address received a payment since the sweep was read does not wait for cheaper gas: it is
    /// worth another look at once.
    private static final String AWAIT_FEE = """
        UPDATE rail_evm_sweep
        SET gas_price_max = CASE WHEN repeat_needed THEN NULL ELSE :fee::numeric END, repeat_needed = false,
            due_at = :at
        WHERE network = :network AND token = :token AND address = :address AND state = 'found'
        """;

    private static final String USED = """
        UPDATE rail_evm_sweep SET used_block = :block, due_at = :at
        WHERE network = :network AND token = :token AND address = :address
            AND state = :state AND hash IS NOT DISTINCT FROM :hash AND gas_nonce IS NOT DISTINCT FROM :fuelNonce
        """;

    private static final String POSTPONE = """
        UPDATE rail_evm_sweep SET due_at = :at
        WHERE network = :network AND token = :token AND address = :address
            AND state = :state AND hash IS NOT DISTINCT FROM :hash AND gas_nonce IS NOT DISTINCT FROM :fuelNonce
        """;

    private static final String ASSIGN = """
        UPDATE rail_evm_sweep SET deposit_id = :deposit WHERE network = :network AND address = :address
        """;

    private SweepStore() {}

    /// Balance to be moved. `nonce`, `hash` and `raw` are of the transaction that does it.
    ///
    /// @param minimum the minimum units of a deposit when it came in
    /// @param usedBlock the block after which its nonce was first seen as used, by an unknown transaction
    /// @param earlier the hashes of transactions at the same nonce that offered too low a tip
    /// @param failures number of its transactions that failed on the chain in a row
    /// @param changedBlock the newest block known to have changed the address's balance; 0 if there is none
    public record Sweep(
            String network,
            String token,
            String address,
            UUID depositId,
            String state,
            @Nullable BigInteger minimum,
            @Nullable Long fuelNonce,
            @Nullable Long nonce,
            @Nullable String hash,
            @Nullable String raw,
            @Nullable Long usedBlock,
            long changedBlock,
            List<String> earlier,
            int failures) {
        public Sweep {
            earlier = List.copyOf(earlier);
        }

        boolean isFound() {
            return state.equals("found");
        }

        boolean isSigned() {
            return state.equals("signed");
        }

        boolean isDone() {
            return state.equals("done");
        }

        long signedNonce() {
            return Objects.requireNonNull(nonce);
        }

        public String signedHash() {
            return Objects.requireNonNull(hash);
        }
    }

    /// A statement may note one row once, so the newest credit of each row counts.
    ///
    /// @param leasts the minimum units of a deposit, by the token's code
    public static void note(Tx tx, List<Credit> credits, Map<String, BigInteger> leasts, Instant now) {
        if (credits.isEmpty()) {
            return;
        }
        var once = List.copyOf(credits.stream()
                .sorted(Comparator.comparing(Credit::address))
                .collect(Collectors.toMap(
                        each -> each.token().code() + each.address(),
                        each -> each,
                        BinaryOperator.maxBy(Comparator.comparingLong(Credit::block)),
                        TreeMap::new))
                .values());
        Batch.of(NOTE)
                .texts(once, Credit::network)
                .texts(once, each -> each.token().code())
                .texts(once, Credit::address)
                .uuids(once, Credit::depositId)
                .units(once, each -> leasts.get(each.token().code()))
                .longs(once, Credit::block)
                .instants(once, _ -> now)
                .update(tx);
    }

    /// Notes the rest of a gas top-up as to be swept: gas costs less than the maximum offered, so that coins
    /// remain.
    ///
    /// @param block block after which the rest remains
    static void noteRest(Tx tx, Sweep sweep, String coin, long block, Instant now) {
        var one = List.of(sweep);
        Batch.of(NOTE)
                .texts(one, Sweep::network)
                .texts(one, _ -> coin)
                .texts(one, Sweep::address)
                .uuids(one, Sweep::depositId)
                .units(one, _ -> null)
                .longs(one, _ -> block)
                .instants(one, _ -> now)
                .update(tx);
    }

    static List<Sweep> due(Tx tx, String network, Instant now, int limit) {
        return tx.handle()
                .createQuery(DUE)
                .bind("network", network)
                .bind("now", now)
                .bind("limit", limit)
                .map((row, _) -> sweep(row))
                .list();
    }

    /// Reports whether any sweep waits for cheaper gas.
    static boolean hasCostly(Handle handle, String network) {
        return handle.createQuery(HAS_DEAR)
                .bind("network", network)
                .mapTo(Boolean.class)
                .one();
    }

    /// Returns sweeps that waited for gas to be as cheap as this.
    static List<Sweep> cheap(Tx tx, String network, BigInteger fee, Instant now, int limit) {
        return tx.handle()
                .createQuery(CHEAP)
                .bind("network", network)
                .bind("fee", new BigDecimal(fee))
                .bind("now", now)
                .bind("limit", limit)
                .map((row, _) -> sweep(row))
                .list();
    }

    static List<Sweep> lockAddress(Tx tx, String network, String address) {
        return tx.handle()
                .createQuery(LOCK_ADDRESS)
                .bind("network", network)
                .bind("address", address)
                .map((row, _) -> sweep(row))
                .list();
    }

    static void recordTopUp(Tx tx, Sweep sweep, long nonce, Instant at) {
        update(tx, FUEL, sweep).bind("nonce", nonce).bind("at", at).execute();
    }

    static boolean sign(Tx tx, Sweep sweep, long nonce, Transaction.Signed signed, BigInteger units, Instant at) {
        return update(tx, SIGN, sweep)
                        .bind("nonce", nonce)
                        .bind("hash", signed.hash())
                        .bind("raw", Hex.bytes(signed.raw()))
                        .bind("units", new BigDecimal(units))
                        .bind("at", at)
                        .execute()
                == 1;
    }

    /// Returns false if another node has continued it since it was read.
    ///
    /// @param block block that changed the address's balance, if known
    /// @param ended whether its transaction succeeded, or its result will never be known
    static boolean findAgain(Tx tx, Sweep sweep, @Nullable Long block, Instant at, boolean ended) {
        return updateAsRead(tx, FIND_AGAIN, sweep)
                        .bind("block", block)
                        .bind("ended", ended)
                        .bind("at", at)
                        .execute()
                == 1;
    }

    /// Marks a sweep to be signed again: no node accepts its transaction.
    static void reprice(Tx tx, Sweep sweep, Instant at) {
        update(tx, REPRICE, sweep).bind("hash", sweep.hash()).bind("at", at).execute();
    }

    /// Counts a transaction that moved nothing to a treasury.
    static void fail(Tx tx, Sweep sweep, long block, String treasury, Instant at) {
        updateAsRead(tx, FAIL, sweep)
                .bind("block", block)
                .bind("treasury", treasury)
                .bind("at", at)
                .execute();
    }

    /// Retries at once the sweeps that failed to a treasury other than this one.
    static void resume(Tx tx, String network, String treasury, Instant now) {
        tx.handle()
                .createUpdate(RESUME)
                .bind("network", network)
                .bind("treasury", treasury)
                .bind("now", now)
                .execute();
    }

    static void end(Tx tx, Sweep sweep, Instant at) {
        update(tx, END, sweep).bind("at", at).execute();
    }

    /// Makes a sweep wait until at most this fee has to be offered per unit of gas.
    static void awaitFee(Tx tx, Sweep sweep, BigInteger fee, Instant at) {
        update(tx, AWAIT_FEE, sweep)
                .bind("fee", new BigDecimal(fee))
                .bind("at", at)
                .execute();
    }

    /// Records that its nonce is used, or free again.
    static void used(Tx tx, Sweep sweep, @Nullable Long block, Instant at) {
        updateAsRead(tx, USED, sweep).bind("block", block).bind("at", at).execute();
    }

    static void postpone(Tx tx, Sweep sweep, Instant at) {
        updateAsRead(tx, POSTPONE, sweep).bind("at", at).execute();
    }

    /// Assigns all sweeps of an address, since one key signs for its coins and its tokens.
    static void assign(Tx tx, Sweep sweep, UUID depositId) {
        tx.handle()
                .createUpdate(ASSIGN)
                .bind("deposit", depositId)
                .bind("network", sweep.network())
                .bind("address", sweep.address())
                .execute();
    }

    private static Update updateAsRead(Tx tx, String sql, Sweep sweep) {
        return update(tx, sql, sweep)
                .bind("state", sweep.state())
                .bind("hash", sweep.hash())
                .bind("fuelNonce", sweep.fuelNonce());
    }

    private static Update update(Tx tx, String sql, Sweep sweep) {
        return tx.handle()
                .createUpdate(sql)
                .bind("network", sweep.network())
                .bind("token", sweep.token())
                .bind("address", sweep.address());
    }

    private static Sweep sweep(ResultSet row) throws SQLException {
        var raw = row.getBytes("raw");
        var least = row.getBigDecimal("amount_min");
        return new Sweep(
                row.getString("network"),
                row.getString("token"),
                row.getString("address"),
                row.getObject("deposit_id", UUID.class),
                row.getString("state"),
                least == null ? null : least.toBigIntegerExact(),
                row.getObject("gas_nonce", Long.class),
                row.getObject("nonce", Long.class),
                row.getString("hash"),
                raw == null ? null : Hex.text(raw),
                row.getObject("used_block", Long.class),
                row.getLong("changed_block"),
                List.of((String[]) row.getArray("earlier").getArray()),
                row.getInt("failures"));
    }
}
