package dev.sluice.rail.evm.wallet;

import dev.sluice.db.Tx;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// SQL of `rail_evm_wallet`: assigns the next nonce of each wallet, and fills the gaps below it.
public final class NextNonceStore {
    private static final String INSERT = """
        INSERT INTO rail_evm_wallet (network, address, next_nonce) VALUES (:network, :address, :next)
        ON CONFLICT (network, address) DO NOTHING
        """;

    private static final String LOCK = """
        SELECT next_nonce FROM rail_evm_wallet WHERE network = :network AND address = :address FOR UPDATE
        """;

    private static final String ADVANCE = """
        UPDATE rail_evm_wallet SET next_nonce = GREATEST(next_nonce, :next)
        WHERE network = :network AND address = :address
        """;

    /// A gap may be as wide as the range of nonces: at most as many nonces are generated as there can be open
    /// slots before one.
    private static final String GAPS = """
        SELECT place.nonce, slot.nonce IS NOT NULL AS retired FROM rail_evm_wallet wallet
        CROSS JOIN LATERAL generate_series(:from, LEAST(wallet.next_nonce - 1, :to)) AS place (nonce)
        LEFT JOIN rail_evm_slot slot
            ON slot.network = :network AND slot.sender = :sender AND slot.nonce = place.nonce
        WHERE wallet.network = :network AND wallet.address = :sender
            AND (slot.nonce IS NULL OR (slot.final AND slot.block_number IS NULL))
        ORDER BY place.nonce LIMIT :limit
        """;

    private static final String TAKEN = """
        SELECT nonce FROM rail_evm_slot
        WHERE network = :network AND sender = :sender AND nonce BETWEEN :from AND :to
        """;

    private static final String AFTER_SIGNED = """
        SELECT coalesce(max(nonce) + 1, 0) FROM rail_evm_slot
        WHERE network = :network AND sender = :sender AND NOT (final AND block_number IS NULL)
        """;

    private static final String LOWER = """
        UPDATE rail_evm_wallet SET next_nonce = :next
        WHERE network = :network AND address = :address AND next_nonce = :expected
            AND NOT EXISTS (SELECT FROM rail_evm_slot
                            WHERE network = :network AND sender = :address AND nonce >= :next
                                AND NOT (final AND block_number IS NULL))
        """;

    private static final String NEXT_NONCE = """
        SELECT next_nonce FROM rail_evm_wallet WHERE network = :network AND address = :address
        """;

    /// Distance above the mined nonces up to which gaps are looked for.
    private static final int GAP_REACH = 4 * HotWallet.IN_FLIGHT_MAX;

    private NextNonceStore() {}

    /// Returns the nonce of a wallet's next transaction, if it has made any.
    static Optional<Long> nextNonce(Tx tx, String network, String address) {
        return tx.handle()
                .createQuery(NEXT_NONCE)
                .bind("network", network)
                .bind("address", address)
                .mapTo(Long.class)
                .findOne();
    }

    /// Locks the nonce of a wallet's next transaction until the transaction ends. Nonces that were used outside of
    /// Sluice are skipped.
    public static long lock(Tx tx, String network, String address, long usedOnChain) {
        tx.handle()
                .createUpdate(INSERT)
                .bind("network", network)
                .bind("address", address)
                .bind("next", usedOnChain)
                .execute();
        long next = tx.handle()
                .createQuery(LOCK)
                .bind("network", network)
                .bind("address", address)
                .mapTo(Long.class)
                .one();
        return Math.max(next, usedOnChain);
    }

    public static void advance(Tx tx, String network, String address, long next) {
        tx.handle()
                .createUpdate(ADVANCE)
                .bind("network", network)
                .bind("address", address)
                .bind("next", next)
                .execute();
    }

    /// Returns the lowest nonce above all that have a transaction.
    static long afterSigned(Tx tx, String network, String sender) {
        return tx.handle()
                .createQuery(AFTER_SIGNED)
                .bind("network", network)
                .bind("sender", sender)
                .mapTo(Long.class)
                .one();
    }

    /// Lowers the nonce of a wallet's next transaction to one above all that have a transaction. Returns false if
    /// a transaction was signed in the meantime.
    static boolean lower(Tx tx, String network, String address, long expected, long next) {
        // Slots are read once the row is locked: every signer holds that lock.
        lock(tx, network, address, next);
        return tx.handle()
                        .createUpdate(LOWER)
                        .bind("network", network)
                        .bind("address", address)
                        .bind("expected", expected)
                        .bind("next", next)
                        .execute()
                == 1;
    }

    /// Returns the lowest nonces from one on that no row has, not even a foreign one.
    public static List<Long> free(Tx tx, String network, String sender, long fromNonce, int count) {
        var free = new ArrayList<Long>();
        long nonce = fromNonce;
        while (free.size() < count) {
            long to = nonce + GAP_REACH;
            var taken = new HashSet<>(tx.handle()
                    .createQuery(TAKEN)
                    .bind("network", network)
                    .bind("sender", sender)
                    .bind("from", nonce)
                    .bind("to", to)
                    .mapTo(Long.class)
                    .list());
            for (; nonce <= to && free.size() < count; nonce++) {
                if (!taken.contains(nonce)) {
                    free.add(nonce);
                }
            }
        }
        return free;
    }

    /// Nonce that was allocated or skipped, and belongs to no transaction.
    ///
    /// @param retired whether a foreign row has it
    record Gap(long nonce, boolean retired) {}

    /// Returns such gaps, the lowest first.
    static List<Gap> gaps(Tx tx, String network, String sender, long fromNonce, int limit) {
        return tx.handle()
                .createQuery(GAPS)
                .bind("network", network)
                .bind("sender", sender)
                .bind("from", fromNonce)
                .bind("to", Math.min(fromNonce, Long.MAX_VALUE - GAP_REACH) + GAP_REACH)
                .bind("limit", limit)
                .map((row, _) -> new Gap(row.getLong("nonce"), row.getBoolean("retired")))
                .list();
    }
}
