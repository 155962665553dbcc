package dev.sluice.rail.evm.wallet;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.evm.rpc.Chain;
import dev.sluice.rail.evm.rpc.Fees;
import dev.sluice.rail.evm.rpc.Transaction.Call;
import dev.sluice.rail.evm.wallet.NonceSlot.Movement;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// SQL of `rail_evm_slot`.
public final class NonceStore {
    private static final String INSERT = """
        INSERT INTO rail_evm_slot (network, sender, nonce, organization_id, payout_id, token, units, target, value,
                                   data, gas_limit, tip, max_fee, hash, signed_at)
        SELECT * FROM unnest(?::text[], ?::text[], ?::int8[], ?::uuid[], ?::uuid[], ?::text[], ?::numeric[],
                             ?::text[], ?::numeric[], ?::text[], ?::numeric[], ?::numeric[], ?::numeric[],
                             ?::text[], ?::timestamptz[])
        """;

    private static final String UNSEEN = """
        SELECT * FROM rail_evm_slot
        WHERE network = :network AND sender = :sender AND NOT final AND block_number IS NULL
        ORDER BY nonce LIMIT :limit
        """;

    private static final String MINED = """
        SELECT * FROM rail_evm_slot
        WHERE network = :network AND sender = :sender AND NOT final AND block_number <= :block
        ORDER BY block_number, nonce LIMIT :limit
        """;

    private static final String ONE = """
        SELECT * FROM rail_evm_slot WHERE network = :network AND sender = :sender AND nonce = :nonce
        """;

    private static final String PLACE = """
        UPDATE rail_evm_slot SET block_number = :block, missing_since = NULL
        WHERE network = :network AND sender = :sender AND nonce = :nonce AND NOT final
        """;

    /// Transactions that a reorg removed are broadcast again at once.
    private static final String DISPLACE = """
        UPDATE rail_evm_slot SET block_number = NULL, sent_at = NULL
        WHERE network = :network AND sender = :sender AND nonce >= :from AND block_number IS NOT NULL AND NOT final
        """;

    private static final String MISS = """
        UPDATE rail_evm_slot SET missing_since = :at, block_number = NULL
        WHERE network = :network AND sender = :sender AND nonce = :nonce AND NOT final
        """;

    private static final String SENT = """
        UPDATE rail_evm_slot slot
        SET sent_at = CASE WHEN sent.low THEN NULL ELSE sent.at END,
            acknowledged = slot.acknowledged OR sent.taken,
            refusals = CASE WHEN sent.refused THEN slot.refusals + 1 ELSE 0 END
        FROM unnest(?::text[], ?::text[], ?::int8[], ?::text[], ?::bool[], ?::bool[], ?::bool[],
                    ?::timestamptz[])
            AS sent (network, sender, nonce, hash, taken, refused, low, at)
        WHERE slot.network = sent.network AND slot.sender = sent.sender AND slot.nonce = sent.nonce
            AND slot.hash = sent.hash
        """;

    private static final String REPLACE = """
        UPDATE rail_evm_slot
        SET token = :token, units = :units, target = :target, value = :value, data = :data, gas_limit = :gasLimit,
            tip = :tip, max_fee = :maxFee, hash = :hash, signed_at = :at, sent_at = NULL, refusals = 0
        WHERE network = :network AND sender = :sender AND nonce = :nonce AND hash = :oldHash AND NOT final
            AND block_number IS NULL
        """;

    private static final String END = """
        UPDATE rail_evm_slot SET final = true, block_number = :block, hash = :hash
        WHERE network = :network AND sender = :sender AND nonce = :nonce AND NOT final
        """;

    /// Final slots, up to a block below the chain's newest, whose nonces the chain reports as free.
    private static final String LOST = """
        SELECT * FROM rail_evm_slot
        WHERE network = :network AND sender = :sender AND nonce >= :from AND final AND block_number <= :head
        ORDER BY nonce LIMIT :limit
        """;

    private static final String REOPEN = """
        UPDATE rail_evm_slot
        SET final = false, block_number = NULL, missing_since = NULL, signed_at = :at, sent_at = NULL, refusals = 0
        WHERE network = :network AND sender = :sender AND nonce = :nonce AND hash = :hash AND final
        """;

    private NonceStore() {}

    public static void insert(Tx tx, List<NonceSlot> slots) {
        Batch.of(INSERT)
                .texts(slots, NonceSlot::network)
                .texts(slots, NonceSlot::sender)
                .longs(slots, NonceSlot::nonce)
                .uuids(
                        slots,
                        each -> each.payout() == null ? null : each.payout().organizationId())
                .uuids(
                        slots,
                        each -> each.payout() == null ? null : each.payout().payoutId())
                .texts(slots, each -> each.movement().token())
                .units(slots, each -> each.movement().units())
                .texts(slots, each -> each.movement().call().to())
                .units(slots, each -> each.movement().call().value())
                .texts(slots, each -> each.movement().call().data())
                .units(slots, NonceSlot::gasLimit)
                .units(slots, each -> each.fees().tip())
                .units(slots, each -> each.fees().max())
                .texts(slots, NonceSlot::hash)
                .instants(slots, NonceSlot::signedAt)
                .update(tx);
    }

    /// Commitments of a wallet: transactions that a state of the chain does not include yet.
    public record Committed(Map<String, BigInteger> unitsByToken, BigInteger gas, long slots) {
        public Committed {
            unitsByToken = Map.copyOf(unitsByToken);
        }
    }

    /// A slot and whether it has ended.
    record Ended(NonceSlot slot, boolean isFinal) {}

    /// Returns slots that are in no block as far as known, the lowest first.
    public static List<NonceSlot> unseen(Tx tx, String network, String sender, int limit) {
        return tx.handle()
                .createQuery(UNSEEN)
                .bind("network", network)
                .bind("sender", sender)
                .bind("limit", limit)
                .map((row, _) -> slot(row))
                .list();
    }

    /// Returns slots that are in a block up to one, and not known to be final.
    public static List<NonceSlot> mined(Tx tx, String network, String sender, long block, int limit) {
        return tx.handle()
                .createQuery(MINED)
                .bind("network", network)
                .bind("sender", sender)
                .bind("block", block)
                .bind("limit", limit)
                .map((row, _) -> slot(row))
                .list();
    }

    public static Optional<NonceSlot> find(Tx tx, String network, String sender, long nonce) {
        return tx.handle()
                .createQuery(ONE)
                .bind("network", network)
                .bind("sender", sender)
                .bind("nonce", nonce)
                .map((row, _) -> slot(row))
                .findOne();
    }

    public static void place(Tx tx, NonceSlot slot, long block) {
        tx.handle()
                .createUpdate(PLACE)
                .bind("network", slot.network())
                .bind("sender", slot.sender())
                .bind("nonce", slot.nonce())
                .bind("block", block)
                .execute();
    }

    /// Clears the block of slots whose nonces the chain reports as free. Returns their number.
    public static int displace(Tx tx, String network, String sender, long fromNonce) {
        return tx.handle()
                .createUpdate(DISPLACE)
                .bind("network", network)
                .bind("sender", sender)
                .bind("from", fromNonce)
                .execute();
    }

    public static void miss(Tx tx, NonceSlot slot, Instant at) {
        tx.handle()
                .createUpdate(MISS)
                .bind("network", slot.network())
                .bind("sender", slot.sender())
                .bind("nonce", slot.nonce())
                .bind("at", at)
                .execute();
    }

    /// Result of broadcasting a slot's newest transaction.
    ///
    /// @param low whether every endpoint refused it for its tip: it is broadcast again at once
    record Sent(NonceSlot slot, boolean taken, boolean refused, boolean low) {
        Sent later() {
            return new Sent(slot, taken, refused, false);
        }
    }

    static void sent(Tx tx, List<Sent> sent, Instant now) {
        if (!sent.isEmpty()) {
            Batch.of(SENT)
                    .texts(sent, each -> each.slot().network())
                    .texts(sent, each -> each.slot().sender())
                    .longs(sent, each -> each.slot().nonce())
                    .texts(sent, each -> each.slot().hash())
                    .booleans(sent, Sent::taken)
                    .booleans(sent, Sent::refused)
                    .booleans(sent, Sent::low)
                    .instants(sent, _ -> now)
                    .update(tx);
        }
    }

    /// Puts another transaction in a slot, if the slot is unchanged and in no block.
    static boolean replace(Tx tx, NonceSlot old, NonceSlot fresh) {
        return exchange(tx, REPLACE, old, fresh);
    }

    /// Puts a transaction in the slot of another by a statement that binds both.
    static boolean exchange(Tx tx, String update, NonceSlot old, NonceSlot fresh) {
        var call = fresh.movement().call();
        return tx.handle()
                        .createUpdate(update)
                        .bind("network", old.network())
                        .bind("sender", old.sender())
                        .bind("nonce", old.nonce())
                        .bind("oldHash", old.hash())
                        .bind("token", fresh.movement().token())
                        .bind("units", new BigDecimal(fresh.movement().units()))
                        .bind("target", call.to())
                        .bind("value", new BigDecimal(call.value()))
                        .bind("data", call.data())
                        .bind("gasLimit", new BigDecimal(fresh.gasLimit()))
                        .bind("tip", new BigDecimal(fresh.fees().tip()))
                        .bind("maxFee", new BigDecimal(fresh.fees().max()))
                        .bind("hash", fresh.hash())
                        .bind("at", fresh.signedAt())
                        .execute()
                == 1;
    }

    /// Ends a slot by the transaction that took it.
    public static boolean end(Tx tx, NonceSlot slot, Chain.Receipt receipt) {
        return tx.handle()
                        .createUpdate(END)
                        .bind("network", slot.network())
                        .bind("sender", slot.sender())
                        .bind("nonce", slot.nonce())
                        .bind("block", receipt.block())
                        .bind("hash", receipt.transaction())
                        .execute()
                == 1;
    }

    /// Returns slots that a final block had and the chain no longer has, the lowest first. A node that has not
    /// reached the block proves nothing.
    public static List<NonceSlot> lost(Tx tx, String network, String sender, long fromNonce, long head, int limit) {
        return tx.handle()
                .createQuery(LOST)
                .bind("network", network)
                .bind("sender", sender)
                .bind("from", fromNonce)
                .bind("head", head)
                .bind("limit", limit)
                .map((row, _) -> slot(row))
                .list();
    }

    /// Reopens a slot with the transaction that ended it, which is broadcast at once.
    ///
    /// @return true if it was final
    public static boolean reopen(Tx tx, NonceSlot slot, Instant at) {
        return tx.handle()
                        .createUpdate(REOPEN)
                        .bind("network", slot.network())
                        .bind("sender", slot.sender())
                        .bind("nonce", slot.nonce())
                        .bind("hash", slot.hash())
                        .bind("at", at)
                        .execute()
                == 1;
    }

    public static NonceSlot slot(ResultSet row) throws SQLException {
        var organization = row.getObject("organization_id", UUID.class);
        var payout = row.getObject("payout_id", UUID.class);
        return new NonceSlot(
                row.getString("network"),
                row.getString("sender"),
                row.getLong("nonce"),
                organization == null || payout == null ? null : new PayoutRef(organization, payout),
                new Movement(
                        row.getString("token"),
                        units(row, "units"),
                        new Call(row.getString("target"), units(row, "value"), row.getString("data"))),
                units(row, "gas_limit"),
                new Fees(units(row, "tip"), units(row, "max_fee")),
                row.getString("hash"),
                Times.instant(row, "signed_at"),
                Times.optionalInstant(row, "sent_at"),
                row.getBoolean("acknowledged"),
                row.getInt("refusals"),
                Times.optionalInstant(row, "missing_since"),
                row.getObject("block_number", Long.class));
    }

    /// PostgreSQL's NaN, which the service never writes, is no amount.
    private static BigInteger units(ResultSet row, String column) throws SQLException {
        var units = row.getString(column);
        return units.equals("NaN") ? BigInteger.ZERO : new BigInteger(units);
    }
}
