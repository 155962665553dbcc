package dev.sluice.rail.evm.wallet;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.evm.Hex;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// SQL of `rail_evm_transaction`: the bytes of every signed transaction, stored before the broadcast.
public final class TransactionStore {
    private static final String INSERT = """
        INSERT INTO rail_evm_transaction (network, hash, sender, nonce, raw, filler, signed_at, mac)
        SELECT * FROM unnest(?::text[], ?::text[], ?::text[], ?::int8[], ?::bytea[], ?::bool[], ?::timestamptz[],
                             ?::bytea[])
        ON CONFLICT (network, hash) DO NOTHING
        """;

    /// LIMIT keeps the planner to one index look-up per slot: a plan made while the table was small stays right.
    private static final String OF_SLOTS = """
        SELECT signed.nonce, signed.hash, signed.filler, signed.raw, signed.mac
        FROM unnest(?::text[], ?::text[], ?::int8[]) AS slot (network, sender, nonce)
        CROSS JOIN LATERAL (
            SELECT * FROM rail_evm_transaction
            WHERE network = slot.network AND sender = slot.sender AND nonce = slot.nonce
                AND octet_length(raw) <= 4096 LIMIT 100) AS signed
        ORDER BY signed.nonce, signed.signed_at DESC
        """;

    private static final String PAGE = """
        SELECT nonce, hash, filler, raw, mac FROM rail_evm_transaction
        WHERE network = :network AND sender = :sender AND nonce = :nonce AND hash > :after
            AND octet_length(raw) <= 4096
        ORDER BY hash LIMIT 100
        """;

    /// Maximum number of transactions of a nonce that are read at once: more than a wallet signs for one.
    static final int AT_ONCE = 100;

    private static final String OF_NO_PAYOUT = """
        SELECT signed.sender, signed.nonce, signed.hash, signed.filler, signed.raw, signed.mac
        FROM rail_evm_transaction signed
        JOIN rail_evm_slot slot
            ON slot.network = signed.network AND slot.sender = signed.sender AND slot.nonce = signed.nonce
        WHERE signed.network = :network AND signed.hash = :hash AND slot.payout_id IS NULL
            AND octet_length(signed.raw) <= 4096
        """;

    private static final String OF_PAYOUT = """
        SELECT signed.hash, signed.signed_at FROM rail_evm_payout payout
        JOIN rail_evm_transaction signed
            ON signed.network = payout.network AND signed.sender = payout.sender AND signed.nonce = payout.nonce
        WHERE payout.organization_id = :organization AND payout.payout_id = :payout
        ORDER BY signed.signed_at, signed.hash LIMIT :limit
        """;

    private TransactionStore() {}

    /// Returns the transaction with a hash, if its slot is no payout's.
    public static Optional<StoredTransaction> ofNoPayout(Tx tx, String network, String hash) {
        return tx.handle()
                .createQuery(OF_NO_PAYOUT)
                .bind("network", network)
                .bind("hash", hash)
                .map((row, _) -> transaction(row, network, row.getString("sender")))
                .findOne();
    }

    /// Returns the transactions with the nonce of another one, by hash.
    ///
    /// @param after hash of the last one of the page before
    static List<StoredTransaction> page(Tx tx, StoredTransaction other, String after) {
        return tx.handle()
                .createQuery(PAGE)
                .bind("network", other.network())
                .bind("sender", other.sender())
                .bind("nonce", other.nonce())
                .bind("after", after)
                .map((row, _) -> transaction(row, other.network(), other.sender()))
                .list();
    }

    private static StoredTransaction transaction(ResultSet row, String network, String sender) throws SQLException {
        return new StoredTransaction(
                network,
                sender,
                row.getLong("nonce"),
                row.getString("hash"),
                Hex.text(row.getBytes("raw")),
                row.getBoolean("filler"),
                row.getBytes("mac"));
    }

    /// Signed transaction of a nonce. A filler only uses up the nonce.
    ///
    /// @param mac null before it is stored
    public record StoredTransaction(
            String network, String sender, long nonce, String hash, String raw, boolean filler, byte @Nullable [] mac) {
        /// Creates a transaction that was just signed.
        public StoredTransaction(String network, String sender, long nonce, String hash, String raw, boolean filler) {
            this(network, sender, nonce, hash, raw, filler, null);
        }
    }

    public static void insert(Tx tx, TransactionMac macs, List<StoredTransaction> signed, Instant now) {
        Batch.of(INSERT)
                .texts(signed, StoredTransaction::network)
                .texts(signed, StoredTransaction::hash)
                .texts(signed, StoredTransaction::sender)
                .longs(signed, StoredTransaction::nonce)
                .bytes(signed, each -> Hex.bytes(each.raw()))
                .booleans(signed, StoredTransaction::filler)
                .instants(signed, _ -> now)
                .bytes(signed, macs::of)
                .update(tx);
    }

    /// Hash of a transaction and the time of its signing.
    public record Signing(String hash, Instant at) {}

    /// Returns the transactions signed for a payout's nonce, oldest first.
    public static List<Signing> of(Tx tx, PayoutRef payout, int limit) {
        return tx.handle()
                .createQuery(OF_PAYOUT)
                .bind("organization", payout.organizationId())
                .bind("payout", payout.payoutId())
                .bind("limit", limit)
                .map((row, _) -> new Signing(row.getString("hash"), Times.instant(row, "signed_at")))
                .list();
    }

    /// Returns unverified rows of the slots of one wallet, by nonce, the newest first: a limited number of each.
    static Map<Long, List<StoredTransaction>> of(Tx tx, List<NonceSlot> slots) {
        var found = new HashMap<Long, List<StoredTransaction>>();
        if (slots.isEmpty()) {
            return found;
        }
        var network = slots.getFirst().network();
        var sender = slots.getFirst().sender();
        Batch.of(OF_SLOTS)
                .texts(slots, NonceSlot::network)
                .texts(slots, NonceSlot::sender)
                .longs(slots, NonceSlot::nonce)
                .query(tx, row -> transaction(row, network, sender))
                .forEach(stored -> found.computeIfAbsent(stored.nonce(), _ -> new ArrayList<>())
                        .add(stored));
        return found;
    }
}
