package dev.sluice.rail.evm;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import java.time.Instant;
import java.util.List;

/// SQL of `rail_evm_credit`: what was reported to have come in.
final class CreditStore {
    private static final String INSERT = """
            INSERT INTO rail_evm_credit (network, key, token, address, deposit_id, units, transaction, block_number,
                                         seen_at)
            SELECT * FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::uuid[], ?::numeric[], ?::text[],
                                 ?::int8[], ?::timestamptz[])
            ON CONFLICT (network, key) DO UPDATE SET block_number = EXCLUDED.block_number, vanished_at = NULL
            """;

    private static final String ABOVE = """
            SELECT key, token, address, units, transaction FROM rail_evm_credit
            WHERE network = :network AND block_number > :block ORDER BY block_number
            """;

    private static final String VANISH = """
            UPDATE rail_evm_credit SET vanished_at = :at
            WHERE network = :network AND key = :key AND vanished_at IS NULL
            """;

    private CreditStore() {}

    /// A credit as far as it is told of when it is in doubt.
    record Reported(String key, String token, String address, String units, String transaction) {}

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

    static List<Reported> above(Tx tx, String network, long block) {
        return tx.handle()
                .createQuery(ABOVE)
                .bind("network", network)
                .bind("block", block)
                .map((row, _) -> new Reported(
                        row.getString("key"),
                        row.getString("token"),
                        row.getString("address"),
                        row.getBigDecimal("units").toPlainString(),
                        row.getString("transaction")))
                .list();
    }

    static void vanish(Tx tx, String network, String key, Instant at) {
        tx.handle()
                .createUpdate(VANISH)
                .bind("network", network)
                .bind("key", key)
                .bind("at", at)
                .execute();
    }
}
