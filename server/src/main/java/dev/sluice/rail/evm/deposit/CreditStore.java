package dev.sluice.rail.evm.deposit;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/// SQL of `rail_evm_credit`: the reported incoming payments.
final class CreditStore {
    private static final String INSERT = """
            INSERT INTO rail_evm_credit (network, key, token, address, deposit_id, units, transaction, block_number,
                                         seen_at)
            SELECT * FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::uuid[], ?::numeric[], ?::text[],
                                 ?::int8[], ?::timestamptz[])
            ON CONFLICT (network, key) DO UPDATE
            SET block_number = EXCLUDED.block_number, vanished_at = NULL, rescan_until = NULL
            """;

    private static final String OTHERWISE = """
            SELECT c.key
            FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::numeric[])
                 AS found (network, key, token, address, units)
            JOIN rail_evm_credit c ON c.network = found.network AND c.key = found.key
            WHERE (c.token, c.address, c.units) <> (found.token, found.address, found.units)
            """;

    private static final String STANDING = """
            SELECT c.key FROM unnest(?::text[], ?::text[]) AS found (network, key)
            JOIN rail_evm_credit c ON c.network = found.network AND c.key = found.key
            WHERE c.vanished_at IS NULL AND c.rescan_until IS NULL
            """;

    private static final String SEEK = """
            UPDATE rail_evm_credit SET rescan_until = :to
            WHERE network = :network AND block_number > :above AND vanished_at IS NULL
                  AND (rescan_until IS NULL OR rescan_until < :to)
            """;

    private static final String MISSING = """
            SELECT key, token, address, units, transaction FROM rail_evm_credit
            WHERE network = :network AND rescan_until < :next ORDER BY rescan_until, key
            """;

    private static final String FIND = """
            UPDATE rail_evm_credit SET block_number = :block, rescan_until = NULL
            WHERE network = :network AND key = :key AND rescan_until IS NOT NULL
            """;

    private static final String VANISH = """
            UPDATE rail_evm_credit SET vanished_at = :at, rescan_until = NULL
            WHERE network = :network AND key = :key AND rescan_until IS NOT NULL
            """;

    private CreditStore() {}

    /// Data of a reported credit that is needed if it is missing.
    record Missing(String key, String token, String address, BigInteger units, String transaction) {}

    static void insert(Tx tx, List<Credit> credits, Instant now) {
        if (!credits.isEmpty()) {
            Batch.of(INSERT)
                    .texts(credits, Credit::network)
                    .texts(credits, Credit::key)
                    .texts(credits, each -> each.token().code())
                    .texts(credits, Credit::address)
                    .uuids(credits, Credit::depositId)
                    .units(credits, Credit::units)
                    .texts(credits, Credit::transaction)
                    .longs(credits, Credit::block)
                    .instants(credits, _ -> now)
                    .update(tx);
        }
    }

    /// Returns the keys of credits that were reported with other contents: a reorg undid their transaction, and
    /// its new execution had another effect.
    static Set<String> otherwise(Tx tx, List<Credit> credits) {
        return credits.isEmpty()
                ? Set.of()
                : Set.copyOf(Batch.of(OTHERWISE)
                        .texts(credits, Credit::network)
                        .texts(credits, Credit::key)
                        .texts(credits, each -> each.token().code())
                        .texts(credits, Credit::address)
                        .units(credits, Credit::units)
                        .query(tx, row -> row.getString(1)));
    }

    /// Returns the keys of credits that were reported and are still valid.
    static Set<String> valid(Tx tx, List<Credit> credits) {
        return credits.isEmpty()
                ? Set.of()
                : Set.copyOf(Batch.of(STANDING)
                        .texts(credits, Credit::network)
                        .texts(credits, Credit::key)
                        .query(tx, row -> row.getString(1)));
    }

    /// Marks the credits reported from above a block as to be found again, up to another block.
    static void seek(Tx tx, String network, long above, long to) {
        tx.handle()
                .createUpdate(SEEK)
                .bind("network", network)
                .bind("above", above)
                .bind("to", to)
                .execute();
    }

    /// Returns the credits that were not found again once the watch has reached a block.
    static List<Missing> missing(Tx tx, String network, long next) {
        return tx.handle()
                .createQuery(MISSING)
                .bind("network", network)
                .bind("next", next)
                .map((row, _) -> new Missing(
                        row.getString("key"),
                        row.getString("token"),
                        row.getString("address"),
                        row.getBigDecimal("units").toBigIntegerExact(),
                        row.getString("transaction")))
                .list();
    }

    /// Marks a sought credit as found in a block.
    static void find(Tx tx, String network, String key, long block) {
        tx.handle()
                .createUpdate(FIND)
                .bind("network", network)
                .bind("key", key)
                .bind("block", block)
                .execute();
    }

    /// @return false if it was found in the meantime
    static boolean vanish(Tx tx, String network, String key, Instant at) {
        return tx.handle()
                        .createUpdate(VANISH)
                        .bind("network", network)
                        .bind("key", key)
                        .bind("at", at)
                        .execute()
                == 1;
    }
}
