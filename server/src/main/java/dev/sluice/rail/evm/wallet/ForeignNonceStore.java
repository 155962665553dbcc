package dev.sluice.rail.evm.wallet;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// SQL that checks rows of `rail_evm_slot` and retires foreign ones. A retired row is final and has no block; no row
/// of the service's own does.
final class ForeignNonceStore {
    private static final String OPEN = """
        SELECT * FROM rail_evm_slot
        WHERE network = :network AND NOT final AND (sender, nonce) > (:sender, :nonce)
        ORDER BY sender, nonce LIMIT :limit
        """;

    /// Includes final slots: a node that lags behind returns a balance without them.
    private static final String COMMITTED = """
        SELECT * FROM rail_evm_slot
        WHERE network = :network AND sender = :sender AND nonce >= :from AND NOT (final AND block_number IS NULL)
        ORDER BY nonce LIMIT :limit
        """;

    /// The newest first: fillers older than a day only matter if they are not final.
    private static final String FILLERS = """
        SELECT * FROM rail_evm_slot
        WHERE network = :network AND sender = :sender AND payout_id IS NULL AND units = 0
            AND NOT (final AND block_number IS NULL) AND (NOT final OR signed_at > :since)
        ORDER BY signed_at DESC LIMIT :limit
        """;

    private static final String FUEL = """
        SELECT slot.* FROM unnest(?::text[], ?::text[]) AS deposited (network, address)
        JOIN rail_evm_slot slot
            ON slot.network = deposited.network AND slot.target = deposited.address AND slot.payout_id IS NULL
        WHERE NOT (slot.final AND slot.block_number IS NULL)
        """;

    private static final String RETIRED = """
        SELECT * FROM rail_evm_slot
        WHERE network = :network AND sender = :sender AND nonce = :nonce AND final AND block_number IS NULL
        """;

    private static final String RETIRE = """
        UPDATE rail_evm_slot SET final = true, block_number = NULL
        WHERE network = :network AND sender = :sender AND nonce = :nonce AND hash = :hash
            AND NOT (final AND block_number IS NULL)
        """;

    private static final String RESTORE = """
        UPDATE rail_evm_slot SET hash = :hash
        WHERE network = :network AND sender = :sender AND nonce = :nonce AND hash = :oldHash
        """;

    private static final String TAKE_OVER = """
        UPDATE rail_evm_slot
        SET token = :token, units = :units, target = :target, value = :value, data = :data, gas_limit = :gasLimit,
            tip = :tip, max_fee = :maxFee, hash = :hash, signed_at = :at, sent_at = NULL, acknowledged = false,
            refusals = 0, missing_since = NULL, final = false
        WHERE network = :network AND sender = :sender AND nonce = :nonce AND hash = :oldHash AND final
            AND block_number IS NULL
        """;

    private ForeignNonceStore() {}

    /// Returns the open slots of all wallets on a network, by wallet and nonce.
    ///
    /// @param sender wallet of the last slot of the page before
    /// @param nonce its nonce
    static List<NonceSlot> open(Tx tx, String network, String sender, long nonce, int limit) {
        return tx.handle()
                .createQuery(OPEN)
                .bind("network", network)
                .bind("sender", sender)
                .bind("nonce", nonce)
                .bind("limit", limit)
                .map((row, _) -> NonceStore.slot(row))
                .list();
    }

    /// Returns the slots of a wallet that a state of the chain does not include yet, the lowest first.
    static List<NonceStore.Ended> committed(Tx tx, String network, String sender, long fromNonce, int limit) {
        return tx.handle()
                .createQuery(COMMITTED)
                .bind("network", network)
                .bind("sender", sender)
                .bind("from", fromNonce)
                .bind("limit", limit)
                .map((row, _) -> new NonceStore.Ended(NonceStore.slot(row), row.getBoolean("final")))
                .list();
    }

    /// Returns the fillers of a wallet that wait for a final block, or were signed since a time.
    static List<NonceSlot> fillers(Tx tx, String network, String sender, Instant since, int limit) {
        return tx.handle()
                .createQuery(FILLERS)
                .bind("network", network)
                .bind("sender", sender)
                .bind("since", since)
                .bind("limit", limit)
                .map((row, _) -> NonceStore.slot(row))
                .list();
    }

    /// Returns slots without a payout that move coins to some addresses.
    static List<NonceSlot> topUps(Tx tx, String network, List<String> addresses) {
        return Batch.of(FUEL)
                .texts(addresses, _ -> network)
                .texts(addresses, each -> each)
                .query(tx, NonceStore::slot);
    }

    /// Returns the retired row of a nonce, if it has one.
    static Optional<NonceSlot> retired(Tx tx, String network, String sender, long nonce) {
        return tx.handle()
                .createQuery(RETIRED)
                .bind("network", network)
                .bind("sender", sender)
                .bind("nonce", nonce)
                .map((row, _) -> NonceStore.slot(row))
                .findOne();
    }

    /// Retires a foreign row. Returns false if it is already retired, or its slot was taken over.
    static boolean retire(Tx tx, NonceSlot slot) {
        return tx.handle()
                        .createUpdate(RETIRE)
                        .bind("network", slot.network())
                        .bind("sender", slot.sender())
                        .bind("nonce", slot.nonce())
                        .bind("hash", slot.hash())
                        .execute()
                == 1;
    }

    /// Restores the hash of a slot whose hash was changed to that of a transaction signed for it.
    static void restore(Tx tx, NonceSlot slot, String hash) {
        tx.handle()
                .createUpdate(RESTORE)
                .bind("network", slot.network())
                .bind("sender", slot.sender())
                .bind("nonce", slot.nonce())
                .bind("oldHash", slot.hash())
                .bind("hash", hash)
                .execute();
    }

    /// Puts a transaction in the slot of a retired row. The payout stays: the role that serves cannot change it.
    static boolean takeOver(Tx tx, NonceSlot retired, NonceSlot fresh) {
        return NonceStore.exchange(tx, TAKE_OVER, retired, fresh);
    }
}
