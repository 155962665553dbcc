package dev.sluice.rail.evm.payout;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.evm.rpc.Chain;
import dev.sluice.rail.evm.wallet.NonceSlot;
import dev.sluice.rail.evm.wallet.NonceStore;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// SQL of `rail_evm_payout`.
public final class PayoutStore {
    private static final String INSERT = """
        INSERT INTO rail_evm_payout (organization_id, payout_id, network, token, units, payee, mac, state,
                                     due_at)
        SELECT organization_id, payout_id, network, token, units, payee, mac, 'queued', due_at
        FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::numeric[], ?::text[], ?::bytea[],
                    ?::timestamptz[])
            AS new (organization_id, payout_id, network, token, units, payee, mac, due_at)
        ON CONFLICT (organization_id, payout_id) DO NOTHING
        """;

    /// LIMIT keeps the planner to one index look-up per payout: a plan made while the table was small stays right.
    private static final String SELECT = """
        SELECT payout.*
        FROM unnest(?::uuid[], ?::uuid[]) AS asked (organization_id, payout_id)
        CROSS JOIN LATERAL (
            SELECT * FROM rail_evm_payout
            WHERE organization_id = asked.organization_id AND payout_id = asked.payout_id LIMIT 1) AS payout
        """;

    private static final String DUE = """
        SELECT * FROM rail_evm_payout
        WHERE network = :network AND state = 'queued' AND due_at <= :now
            AND organization_id <> ALL (:frozen::uuid[])
        ORDER BY due_at LIMIT :limit
        """;

    /// Locks payouts that are still queued, and reports whether the history has them as signed or stopped before.
    /// A caller that locks several holds the wallet's row by then.
    private static final String LOCK_QUEUED = """
        SELECT payout.organization_id, payout.payout_id,
               EXISTS (SELECT FROM rail_evm_slot slot
                       WHERE slot.organization_id = payout.organization_id AND slot.payout_id = payout.payout_id)
               OR EXISTS (SELECT FROM rail_evm_stopped stopped
                          WHERE stopped.organization_id = payout.organization_id
                              AND stopped.payout_id = payout.payout_id) AS over
        FROM unnest(?::uuid[], ?::uuid[]) AS wanted (organization_id, payout_id)
        CROSS JOIN LATERAL (
            SELECT organization_id, payout_id FROM rail_evm_payout
            WHERE organization_id = wanted.organization_id AND payout_id = wanted.payout_id AND state = 'queued'
            LIMIT 1 FOR UPDATE) AS payout
        """;

    private static final String SIGN = """
        UPDATE rail_evm_payout payout
        SET state = 'signed', waits_for = NULL, sender = signed.sender, nonce = signed.nonce, hash = signed.hash,
            signed_at = signed.at, gas_estimated = signed.gas
        FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::int8[], ?::text[], ?::timestamptz[], ?::numeric[])
            AS signed (organization_id, payout_id, sender, nonce, hash, at, gas)
        WHERE payout.organization_id = signed.organization_id AND payout.payout_id = signed.payout_id
            AND payout.state = 'queued'
        """;

    private static final String POSTPONE = """
        UPDATE rail_evm_payout payout SET waits_for = later.reason, due_at = later.at
        FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::timestamptz[])
            AS later (organization_id, payout_id, reason, at)
        WHERE payout.organization_id = later.organization_id AND payout.payout_id = later.payout_id
            AND payout.state = 'queued'
        """;

    private static final String STOPPED = """
        INSERT INTO rail_evm_stopped (organization_id, payout_id, at) VALUES (:organization, :payout, :at)
        ON CONFLICT (organization_id, payout_id) DO NOTHING
        """;

    private static final String STOP = """
        UPDATE rail_evm_payout SET state = 'stopped', ended_at = :at
        WHERE organization_id = :organization AND payout_id = :payout AND state = 'queued'
        """;

    private static final String BLOCK = """
        INSERT INTO rail_evm_payout AS payout (organization_id, payout_id, network, token, units, payee, state,
                                               due_at, ended_at)
        VALUES (:organization, :payout, :network, :token, :units, :payee, 'stopped', :at, :at)
        ON CONFLICT (organization_id, payout_id) DO UPDATE SET ended_at = payout.ended_at
        WHERE payout.state = 'stopped'
        """;

    private static final String REJECT_QUEUED = """
        UPDATE rail_evm_payout SET state = 'rejected', failure_code = :code, message = :message, ended_at = :at
        WHERE organization_id = :organization AND payout_id = :payout AND state = 'queued'
        """;

    private static final String REJECT_SIGNED = """
        UPDATE rail_evm_payout
        SET state = 'rejected', failure_code = :code, message = :message, ended_at = :at, hash = :hash,
            gas_charged = :charged, gas_used = :used
        WHERE organization_id = :organization AND payout_id = :payout AND state = 'signed'
        """;

    private static final String SETTLE = """
        UPDATE rail_evm_payout
        SET state = 'settled', hash = :hash, gas_charged = :charged, gas_used = :used,
            ended_at = LEAST(GREATEST(:minedAt, signed_at), GREATEST(:now, signed_at))
        WHERE organization_id = :organization AND payout_id = :payout AND state = 'signed'
        """;

    private static final String REPLACE = """
        UPDATE rail_evm_payout SET hash = :hash
        WHERE organization_id = :organization AND payout_id = :payout AND state = 'signed'
        """;

    private static final String ACKNOWLEDGE = """
        UPDATE rail_evm_payout payout SET acknowledged = true
        FROM unnest(?::uuid[], ?::uuid[]) AS known (organization_id, payout_id)
        WHERE payout.organization_id = known.organization_id AND payout.payout_id = known.payout_id
            AND payout.state <> 'queued'
        """;

    private static final String REJECTED_SINCE = """
        SELECT slot.* FROM (
            SELECT sender, nonce FROM rail_evm_payout
            WHERE network = :network AND state = 'rejected' AND nonce IS NOT NULL AND ended_at >= :since
            ORDER BY ended_at DESC LIMIT :limit) AS rejected
        JOIN rail_evm_slot slot
            ON slot.network = :network AND slot.sender = rejected.sender AND slot.nonce = rejected.nonce
        WHERE slot.final
        """;

    private static final String WAITING = """
        SELECT coalesce(waits_for, '') AS reason, count(*) AS payouts FROM rail_evm_payout
        WHERE network = :network AND state = 'queued' GROUP BY waits_for
        """;

    private PayoutStore() {}

    public static void insert(Tx tx, List<Payout> payouts, Instant now) {
        Batch.of(INSERT)
                .uuids(payouts, each -> each.ref().organizationId())
                .uuids(payouts, each -> each.ref().payoutId())
                .texts(payouts, Payout::network)
                .texts(payouts, Payout::token)
                .units(payouts, Payout::units)
                .texts(payouts, Payout::payee)
                .bytes(payouts, Payout::mac)
                .instants(payouts, _ -> now)
                .update(tx);
    }

    public static Map<PayoutRef, Payout> read(Tx tx, List<PayoutRef> refs) {
        var found = new HashMap<PayoutRef, Payout>();
        Batch.of(SELECT)
                .uuids(refs, PayoutRef::organizationId)
                .uuids(refs, PayoutRef::payoutId)
                .query(tx, PayoutStore::payout)
                .forEach(payout -> found.put(payout.ref(), payout));
        return found;
    }

    /// Returns the payouts to sign, except those of frozen organizations.
    static List<Payout> due(Tx tx, String network, Instant now, Set<UUID> frozen, int limit) {
        return tx.handle()
                .createQuery(DUE)
                .bind("network", network)
                .bind("now", now)
                .bindArray("frozen", UUID.class, frozen.toArray())
                .bind("limit", limit)
                .map((row, _) -> payout(row))
                .list();
    }

    /// Returns the slots of payouts that failed recently though they were signed, the latest first.
    static List<NonceSlot> rejectedSince(Tx tx, String network, Instant since, int limit) {
        return tx.handle()
                .createQuery(REJECTED_SINCE)
                .bind("network", network)
                .bind("since", since)
                .bind("limit", limit)
                .map((row, _) -> NonceStore.slot(row))
                .list();
    }

    /// Queued payout, locked.
    ///
    /// @param over whether it was signed or stopped before, so that it must not be signed
    record Locked(PayoutRef ref, boolean over) {}

    static List<Locked> lockQueued(Tx tx, List<PayoutRef> refs) {
        return Batch.of(LOCK_QUEUED)
                .uuids(refs, PayoutRef::organizationId)
                .uuids(refs, PayoutRef::payoutId)
                .query(tx, row -> new Locked(ref(row), row.getBoolean("over")));
    }

    /// Stores the transactions signed for payouts. Fails the transaction if one is no longer queued.
    static void sign(Tx tx, List<SignedPayout> signed, Instant now) {
        Batch.of(SIGN)
                .uuids(signed, each -> each.payout().ref().organizationId())
                .uuids(signed, each -> each.payout().ref().payoutId())
                .texts(signed, each -> each.slot().sender())
                .longs(signed, each -> each.slot().nonce())
                .texts(signed, each -> each.slot().hash())
                .instants(signed, _ -> now)
                .units(signed, SignedPayout::gasEstimated)
                .write(tx, signed.size());
    }

    /// Payout with its allocated slot.
    record SignedPayout(Payout payout, NonceSlot slot, BigInteger gasEstimated) {}

    /// Payout that is retried later, and the reason.
    record Postponed(PayoutRef ref, String reason) {}

    static void postpone(Tx tx, List<Postponed> payouts, Instant until) {
        if (!payouts.isEmpty()) {
            Batch.of(POSTPONE)
                    .uuids(payouts, each -> each.ref().organizationId())
                    .uuids(payouts, each -> each.ref().payoutId())
                    .texts(payouts, Postponed::reason)
                    .instants(payouts, _ -> until)
                    .update(tx);
        }
    }

    public static boolean stop(Tx tx, PayoutRef ref, Instant at) {
        boolean stopped = change(tx, STOP, ref, at) == 1;
        if (stopped) {
            change(tx, STOPPED, ref, at);
        }
        return stopped;
    }

    private static int change(Tx tx, String sql, PayoutRef ref, Instant at) {
        return tx.handle()
                .createUpdate(sql)
                .bind("organization", ref.organizationId())
                .bind("payout", ref.payoutId())
                .bind("at", at)
                .execute();
    }

    /// Stores an unknown payout as stopped. Returns false if it already exists in another state.
    public static boolean block(Tx tx, Payout payout, Instant at) {
        return tx.handle()
                        .createUpdate(BLOCK)
                        .bind("organization", payout.ref().organizationId())
                        .bind("payout", payout.ref().payoutId())
                        .bind("network", payout.network())
                        .bind("token", payout.token())
                        .bind("units", new BigDecimal(payout.units()))
                        .bind("payee", payout.payee())
                        .bind("at", at)
                        .execute()
                == 1;
    }

    static void rejectQueued(Tx tx, PayoutRef ref, Payout.State.Rejected rejected, Instant at) {
        int ended = tx.handle()
                .createUpdate(REJECT_QUEUED)
                .bind("organization", ref.organizationId())
                .bind("payout", ref.payoutId())
                .bind("code", rejected.code().name())
                .bind("message", rejected.message())
                .bind("at", at)
                .execute();
        if (ended == 1) {
            change(tx, STOPPED, ref, at);
        }
    }

    /// Rejects a payout whose transaction was mined and moved nothing.
    static void rejectSigned(Tx tx, PayoutRef ref, String message, Chain.Receipt receipt, Instant at) {
        tx.handle()
                .createUpdate(REJECT_SIGNED)
                .bind("organization", ref.organizationId())
                .bind("payout", ref.payoutId())
                .bind("code", FailureCode.TRANSACTION_FAILED.name())
                .bind("message", message)
                .bind("at", at)
                .bind("hash", receipt.transaction())
                .bind("charged", new BigDecimal(receipt.fee()))
                .bind("used", receipt.gasUsed().longValueExact())
                .execute();
    }

    /// Settles a payout by the transaction that was mined. Block times have whole seconds and may differ from our
    /// clock: the time is no earlier than the signing, and not in the future.
    static void settle(Tx tx, PayoutRef ref, Chain.Receipt receipt, Instant minedAt, Instant now) {
        tx.handle()
                .createUpdate(SETTLE)
                .bind("organization", ref.organizationId())
                .bind("payout", ref.payoutId())
                .bind("hash", receipt.transaction())
                .bind("charged", new BigDecimal(receipt.fee()))
                .bind("used", receipt.gasUsed().longValueExact())
                .bind("minedAt", minedAt)
                .bind("now", now)
                .execute();
    }

    public static void replace(Tx tx, PayoutRef ref, String hash) {
        tx.handle()
                .createUpdate(REPLACE)
                .bind("organization", ref.organizationId())
                .bind("payout", ref.payoutId())
                .bind("hash", hash)
                .execute();
    }

    public static void acknowledge(Tx tx, List<PayoutRef> refs) {
        if (!refs.isEmpty()) {
            Batch.of(ACKNOWLEDGE)
                    .uuids(refs, PayoutRef::organizationId)
                    .uuids(refs, PayoutRef::payoutId)
                    .update(tx);
        }
    }

    /// Returns the number of queued payouts of a network by waiting reason.
    static Map<String, Long> waiting(Tx tx, String network) {
        return tx.handle()
                .createQuery(WAITING)
                .bind("network", network)
                .map((row, _) -> Map.entry(row.getString("reason"), row.getLong("payouts")))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (_, last) -> last));
    }

    private static PayoutRef ref(ResultSet row) throws SQLException {
        return new PayoutRef(row.getObject("organization_id", UUID.class), row.getObject("payout_id", UUID.class));
    }

    static Payout payout(ResultSet row) throws SQLException {
        return new Payout(
                ref(row),
                row.getString("network"),
                row.getString("token"),
                row.getBigDecimal("units").toBigIntegerExact(),
                row.getString("payee"),
                row.getBytes("mac"),
                state(row));
    }

    private static Payout.State state(ResultSet row) throws SQLException {
        var state = row.getString("state");
        return switch (state) {
            case "queued" -> new Payout.State.Queued(row.getString("waits_for"));
            case "signed" ->
                new Payout.State.Signed(
                        row.getString("sender"),
                        row.getString("hash"),
                        row.getBoolean("acknowledged"),
                        units(row, "gas_estimated"));
            case "settled" ->
                new Payout.State.Settled(
                        row.getString("sender"),
                        row.getString("hash"),
                        Times.instant(row, "ended_at"),
                        units(row, "gas_estimated"),
                        units(row, "gas_charged"),
                        row.getObject("gas_used", Long.class));
            case "rejected" ->
                new Payout.State.Rejected(
                        FailureCode.valueOf(row.getString("failure_code")), row.getString("message"), spent(row));
            case "stopped" -> new Payout.State.Stopped();
            default -> throw new IllegalStateException("unknown state: " + state);
        };
    }

    private static Payout.@Nullable Spent spent(ResultSet row) throws SQLException {
        var charged = units(row, "gas_charged");
        return charged == null
                ? null
                : new Payout.Spent(
                        row.getString("sender"),
                        row.getString("hash"),
                        units(row, "gas_estimated"),
                        charged,
                        row.getLong("gas_used"));
    }

    private static @Nullable BigInteger units(ResultSet row, String column) throws SQLException {
        var units = row.getBigDecimal(column);
        return units == null ? null : units.toBigIntegerExact();
    }
}
