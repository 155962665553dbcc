package dev.sluice.rail.evm.deposit;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import dev.sluice.rail.evm.deposit.EvmCursorStore.ScannedBlock;
import dev.sluice.rail.evm.rpc.Chain.Receipt;
import dev.sluice.rail.evm.rpc.Transaction;
import dev.sluice.rail.evm.sweep.SweepStore.Sweep;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// SQL of `rail_evm_outflow`, and of the known inflows and outflows of an address.
public final class BalanceStore {
    private static final String INSERT_OUTFLOW = """
            INSERT INTO rail_evm_outflow (network, hash, address, units, block_number)
            VALUES (:network, :hash, :address, :units, :block) ON CONFLICT (network, hash) DO NOTHING
            """;

    private static final String CLAIM = """
            UPDATE rail_evm_cursor SET balances_at = :now
            WHERE network = :network AND (balances_at IS NULL OR balances_at <= :due)
            RETURNING next_block, balances_before
            """;

    private static final String MOVE = """
            UPDATE rail_evm_cursor SET balances_before = :before::uuid WHERE network = :network
            """;

    /// The lock keeps the watch from moving, so that no other payment is credited at the same time.
    private static final String LOCK = """
            SELECT next_block FROM rail_evm_cursor WHERE network = :network FOR UPDATE
            """;

    private static final String HAS_BLOCK = """
            SELECT EXISTS (SELECT FROM rail_evm_block WHERE network = :network AND number = :number AND hash = :hash)
            """;

    /// Every credit counts as arrived, regardless of its block: the remainder can only be too small.
    private static final String EXPLAINED = """
            SELECT a.address,
                (SELECT coalesce(sum(units), 0) FROM rail_evm_credit
                 WHERE network = a.network AND address = a.address AND token = a.token AND vanished_at IS NULL) AS came,
                (SELECT coalesce(sum(units), 0) FROM rail_evm_outflow
                 WHERE network = a.network AND address = a.address AND block_number <= a.block) AS spent,
                (SELECT count(*) FROM rail_evm_outflow
                 WHERE network = a.network AND address = a.address AND block_number <= a.block) AS outflows
            FROM unnest(?::text[], ?::text[], ?::text[], ?::int8[]) AS a (network, token, address, block)
            """;

    private BalanceStore() {}

    /// Position in the round through the deposits.
    ///
    /// @param next the first block that was not scanned
    /// @param before the last deposit checked in this round; null at its start
    record Round(long next, @Nullable UUID before) {}

    /// Known inflows and outflows of coins of an address.
    ///
    /// @param outflows the number of outgoing transactions
    record Explained(BigInteger came, BigInteger spent, long outflows) {
        static final Explained NOTHING = new Explained(BigInteger.ZERO, BigInteger.ZERO, 0);

        /// Adds the coins of gas top-ups. A signed top-up counts as arrived.
        Explained with(BigInteger fuel) {
            return new Explained(came.add(fuel), spent, outflows);
        }

        /// Returns the unexplained part of a balance; negative if more is known than the balance.
        BigInteger rest(BigInteger balance) {
            return balance.add(spent).subtract(came);
        }
    }

    /// Records the coins that a sweep took from its address. A transaction signed before the newest one may have
    /// moved an unknown number of coins, so that the address is not checked any more.
    public static void insertOutflow(Tx tx, Sweep sweep, String coin, Receipt receipt) {
        spent(sweep, coin, receipt)
                .ifPresent(units -> tx.handle()
                        .createUpdate(INSERT_OUTFLOW)
                        .bind("network", sweep.network())
                        .bind("hash", receipt.transaction())
                        .bind("address", sweep.address())
                        .bind("units", new BigDecimal(units))
                        .bind("block", receipt.block())
                        .execute());
    }

    private static Optional<BigInteger> spent(Sweep sweep, String coin, Receipt receipt) {
        if (!sweep.token().equals(coin) || !receipt.succeeded()) {
            return Optional.of(receipt.fee());
        }
        return receipt.transaction().equalsIgnoreCase(sweep.signedHash())
                ? Optional.of(receipt.fee().add(Transaction.value(Objects.requireNonNull(sweep.raw()))))
                : Optional.empty();
    }

    /// Begins a step of the round, unless one was begun since a time.
    static Optional<Round> claim(Tx tx, String network, Instant now, Instant due) {
        return tx.handle()
                .createQuery(CLAIM)
                .bind("network", network)
                .bind("now", now)
                .bind("due", due)
                .map((row, _) -> new Round(row.getLong("next_block"), row.getObject("balances_before", UUID.class)))
                .findOne();
    }

    static void move(Tx tx, String network, @Nullable UUID before) {
        tx.handle()
                .createUpdate(MOVE)
                .bind("network", network)
                .bind("before", before)
                .execute();
    }

    /// Locks the watch. Returns false if the watch is behind a block, or has another block with its number.
    static boolean lock(Tx tx, String network, ScannedBlock block) {
        var next = tx.handle()
                .createQuery(LOCK)
                .bind("network", network)
                .mapTo(Long.class)
                .findOne();
        return next.filter(each -> each > block.number()).isPresent()
                && tx.handle()
                        .createQuery(HAS_BLOCK)
                        .bind("network", network)
                        .bind("number", block.number())
                        .bind("hash", block.hash())
                        .mapTo(Boolean.class)
                        .one();
    }

    /// Returns the known inflows and outflows up to a block by address, without gas top-ups.
    static Map<String, Explained> explained(Tx tx, String network, String coin, List<String> addresses, long block) {
        return Batch.of(EXPLAINED)
                .texts(addresses, _ -> network)
                .texts(addresses, _ -> coin)
                .texts(addresses, each -> each)
                .longs(addresses, _ -> block)
                .query(
                        tx,
                        row -> Map.entry(
                                row.getString("address"),
                                new Explained(
                                        row.getBigDecimal("came").toBigIntegerExact(),
                                        row.getBigDecimal("spent").toBigIntegerExact(),
                                        row.getLong("outflows"))))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, _) -> one));
    }
}
