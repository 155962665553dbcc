package dev.sluice.rail.stellar.payout;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.PayoutRef;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/// SQL of `rail_stellar_payment`. Every update of a signed payment names its transaction, so that an outdated outcome
/// changes nothing.
public final class StellarPaymentStore {
    private static final String INSERT = """
            INSERT INTO rail_stellar_payment (organization_id, payout_id, token, stroops, address, memo, mac, state,
                                              accepted_at, due_at)
            SELECT organization_id, payout_id, token, stroops, address, memo, mac, 'queued', accepted_at, accepted_at
            FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::int8[], ?::text[], ?::text[], ?::bytea[],
                        ?::timestamptz[])
                AS new (organization_id, payout_id, token, stroops, address, memo, mac, accepted_at)
            ON CONFLICT (organization_id, payout_id) DO NOTHING
            """;

    /// LIMIT keeps the planner to one index look-up per payout, so a plan made while the table was small stays
    /// right.
    private static final String SELECT = """
            SELECT payment.*
            FROM unnest(?::uuid[], ?::uuid[]) AS asked (organization_id, payout_id)
            CROSS JOIN LATERAL (
                SELECT * FROM rail_stellar_payment
                WHERE organization_id = asked.organization_id AND payout_id = asked.payout_id LIMIT 1) AS payment
            """;

    private static final String LOCK = """
            SELECT * FROM rail_stellar_payment
            WHERE organization_id = :organizationId AND payout_id = :payoutId FOR UPDATE
            """;

    private static final String CLAIM = """
            WITH due AS MATERIALIZED (
                SELECT organization_id, payout_id FROM rail_stellar_payment
                WHERE state = 'queued' AND NOT parked AND due_at <= :now AND organization_id <> ALL (:frozen::uuid[])
                ORDER BY due_at LIMIT :limit FOR UPDATE SKIP LOCKED)
            UPDATE rail_stellar_payment payment SET due_at = :leasedUntil
            FROM due WHERE payment.organization_id = due.organization_id AND payment.payout_id = due.payout_id
            RETURNING payment.*
            """;

    private static final String POSTPONE = """
            UPDATE rail_stellar_payment SET due_at = :dueAt, waits_for = :waitsFor
            WHERE organization_id = :organizationId AND payout_id = :payoutId AND state = 'queued'
            """;

    private static final String PARK = """
            UPDATE rail_stellar_payment SET parked = true, waits_for = :waitsFor
            WHERE organization_id = :organizationId AND payout_id = :payoutId AND state = 'queued'
            """;

    /// Parks due payments above an amount. SKIP LOCKED leaves out payments that a worker has claimed; that worker
    /// decides on them.
    private static final String PARK_ABOVE = """
            WITH next AS MATERIALIZED (
                SELECT organization_id, payout_id, token, stroops FROM rail_stellar_payment
                WHERE state = 'queued' AND NOT parked AND due_at <= :now AND organization_id <> ALL (:frozen::uuid[])
                ORDER BY due_at LIMIT :limit),
            above AS MATERIALIZED (
                SELECT payment.organization_id, payment.payout_id
                FROM next JOIN rail_stellar_payment payment USING (organization_id, payout_id)
                WHERE next.token = :token AND next.stroops > :payable
                    AND payment.state = 'queued' AND NOT payment.parked AND payment.due_at <= :now
                FOR UPDATE OF payment SKIP LOCKED)
            UPDATE rail_stellar_payment payment SET parked = true, waits_for = :waitsFor
            FROM above WHERE payment.organization_id = above.organization_id AND payment.payout_id = above.payout_id
            """;

    /// Wakes the oldest payable payment of a token, so that a large one does not starve behind newer small ones.
    /// Then wakes the smallest ones, as long as the sum of all is payable; the others stay parked. The woken
    /// payments are due in order of acceptance.
    private static final String WAKE = """
            WITH oldest AS MATERIALIZED (
                SELECT organization_id, payout_id, stroops FROM rail_stellar_payment
                WHERE state = 'queued' AND waits_for IS NOT NULL AND parked
                    AND token = :token AND stroops <= :payable AND organization_id <> ALL (:frozen::uuid[])
                ORDER BY accepted_at LIMIT 1 FOR UPDATE SKIP LOCKED),
            small AS MATERIALIZED (
                SELECT organization_id, payout_id, stroops FROM rail_stellar_payment
                WHERE state = 'queued' AND waits_for IS NOT NULL AND parked
                    AND token = :token AND stroops <= :payable AND organization_id <> ALL (:frozen::uuid[])
                ORDER BY stroops LIMIT :limit FOR UPDATE SKIP LOCKED),
            wanted AS (
                SELECT organization_id, payout_id, stroops, 0 AS turn FROM oldest
                UNION ALL
                SELECT organization_id, payout_id, stroops, 1 FROM small
                WHERE (organization_id, payout_id) NOT IN (SELECT organization_id, payout_id FROM oldest)),
            summed AS MATERIALIZED (
                SELECT organization_id, payout_id,
                    sum(stroops) OVER (ORDER BY turn, stroops, organization_id, payout_id) AS together
                FROM wanted)
            UPDATE rail_stellar_payment payment SET parked = false, due_at = payment.accepted_at
            FROM summed
            WHERE payment.organization_id = summed.organization_id AND payment.payout_id = summed.payout_id
                AND summed.together <= :payable
            """;

    private static final String CANCEL = """
            UPDATE rail_stellar_payment SET state = 'cancelled', ended_at = :at
            WHERE organization_id = :organizationId AND payout_id = :payoutId AND state = 'queued'
            """;

    private static final String BLOCK = """
            INSERT INTO rail_stellar_payment AS payment (organization_id, payout_id, token, stroops, address, memo,
                                                         state, accepted_at, due_at, ended_at)
            VALUES (:organizationId, :payoutId, :token, :stroops, :address, :memo, 'cancelled', :at, :at, :at)
            ON CONFLICT (organization_id, payout_id) DO UPDATE SET ended_at = payment.ended_at
            WHERE payment.state = 'cancelled'
            """;

    private static final String SIGN = """
            UPDATE rail_stellar_payment
            SET state = 'signed', source = :source, sequence = :sequence, hash = :hash, envelope = :envelope,
                bump = NULL, max_time = :maxTime, fee_bid = :feeBid, fee_estimated = :feeEstimated,
                submitted_at = NULL, answer = NULL, waits_for = NULL, parked = false
            WHERE organization_id = :organizationId AND payout_id = :payoutId AND state = 'queued'
            """;

    private static final String NOTE = """
            UPDATE rail_stellar_payment
            SET bump = :bump, fee_bid = :feeBid, submitted_at = :submittedAt, answer = :answer
            WHERE organization_id = :organizationId AND payout_id = :payoutId AND state = 'signed' AND hash = :hash
            """;

    private static final String SETTLE = """
            UPDATE rail_stellar_payment SET state = 'settled', ended_at = :at, fee_charged = :feeCharged
            WHERE organization_id = :organizationId AND payout_id = :payoutId AND state = 'signed' AND hash = :hash
            """;

    private static final String BURY = """
            UPDATE rail_stellar_payment
            SET state = 'queued', due_at = :dueAt, waits_for = :waitsFor, parked = false,
                expired_hashes = array_append(expired_hashes, hash),
                expired = CASE WHEN :expired THEN expired + 1 ELSE 0 END,
                source = NULL, sequence = NULL, hash = NULL, envelope = NULL, bump = NULL, max_time = NULL,
                fee_bid = NULL, fee_estimated = NULL, submitted_at = NULL
            WHERE organization_id = :organizationId AND payout_id = :payoutId AND state = 'signed' AND hash = :hash
            """;

    private static final String REJECT = """
            UPDATE rail_stellar_payment
            SET state = 'rejected', ended_at = :at, failure_code = :code, message = :message
            WHERE organization_id = :organizationId AND payout_id = :payoutId AND state = 'queued'
            """;

    private static final String COUNT_WAITING = """
            SELECT count(*) FROM (
                SELECT FROM rail_stellar_payment
                WHERE state = 'queued' AND waits_for IS NOT NULL LIMIT :limit) AS waiting
            """;

    /// Maximum number of waiting payments that are counted.
    static final int WAITING_MAX = 10_000;

    private StellarPaymentStore() {}

    public static void insert(Tx tx, List<Payment> payments, Instant now) {
        Batch.of(INSERT)
                .uuids(payments, each -> each.payout().organizationId())
                .uuids(payments, each -> each.payout().payoutId())
                .texts(payments, Payment::token)
                .longs(payments, Payment::stroops)
                .texts(payments, Payment::address)
                .texts(payments, Payment::memo)
                .bytes(payments, Payment::mac)
                .instants(payments, _ -> now)
                .update(tx);
    }

    public static Map<PayoutRef, Payment> read(Tx tx, List<PayoutRef> payouts) {
        var payments = new HashMap<PayoutRef, Payment>();
        Batch.of(SELECT)
                .uuids(payouts, PayoutRef::organizationId)
                .uuids(payouts, PayoutRef::payoutId)
                .query(tx, StellarPaymentStore::payment)
                .forEach(payment -> payments.put(payment.payout(), payment));
        return payments;
    }

    public static Optional<Payment> lock(Tx tx, PayoutRef payout) {
        return tx.handle()
                .createQuery(LOCK)
                .bind("organizationId", payout.organizationId())
                .bind("payoutId", payout.payoutId())
                .map((row, _) -> payment(row))
                .findOne();
    }

    /// Claims due payments, except those of frozen organizations. The lease makes them due again if this node
    /// dies.
    static List<Payment> claim(Tx tx, Instant now, Instant leasedUntil, Set<UUID> frozen, int limit) {
        return tx.handle()
                .createQuery(CLAIM)
                .bind("now", now)
                .bind("leasedUntil", leasedUntil)
                .bindArray("frozen", UUID.class, frozen.toArray())
                .bind("limit", limit)
                .map((row, _) -> payment(row))
                .list();
    }

    static void postpone(Tx tx, PayoutRef payout, Instant dueAt, @Nullable String waitsFor) {
        change(tx, POSTPONE, payout)
                .bind("dueAt", dueAt)
                .bind("waitsFor", waitsFor)
                .execute();
    }

    /// Parks a payment until there is money for it.
    static void park(Tx tx, PayoutRef payout, String waitsFor) {
        change(tx, PARK, payout).bind("waitsFor", waitsFor).execute();
    }

    /// Parks the due payments of a token that exceed the payable amount. Considers only the next `limit` due
    /// payments.
    ///
    /// @return number of parked payments
    static int parkAbove(Tx tx, String token, long payable, Instant now, Set<UUID> frozen, String waitsFor, int limit) {
        return tx.handle()
                .createUpdate(PARK_ABOVE)
                .bind("token", token)
                .bind("payable", payable)
                .bind("now", now)
                .bindArray("frozen", UUID.class, frozen.toArray())
                .bind("waitsFor", waitsFor)
                .bind("limit", limit)
                .execute();
    }

    /// Wakes parked payments of a token as far as the payable amount reaches, except those of frozen
    /// organizations.
    static void wake(Tx tx, String token, long payable, Set<UUID> frozen, int limit) {
        tx.handle()
                .createUpdate(WAKE)
                .bind("token", token)
                .bind("payable", payable)
                .bindArray("frozen", UUID.class, frozen.toArray())
                .bind("limit", limit)
                .execute();
    }

    /// Cancels a queued payment, so that nothing is signed for it any more.
    public static void cancel(Tx tx, PayoutRef payout, Instant at) {
        change(tx, CANCEL, payout).bind("at", at).execute();
        TransactionStore.close(tx, payout, at);
    }

    /// Stores a payment that the books do not contain as cancelled; returns false if they contain it in another
    /// state.
    public static boolean block(Tx tx, Payment payment, Instant at) {
        return change(tx, BLOCK, payment.payout())
                        .bind("token", payment.token())
                        .bind("stroops", payment.stroops())
                        .bind("address", payment.address())
                        .bind("memo", payment.memo())
                        .bind("at", at)
                        .execute()
                == 1;
    }

    static boolean sign(Tx tx, PayoutRef payout, SignedTransaction signed) {
        return change(tx, SIGN, payout)
                        .bind("source", signed.source())
                        .bind("sequence", signed.sequence())
                        .bind("hash", signed.hash())
                        .bind("envelope", signed.envelope())
                        .bind("maxTime", signed.maxTime())
                        .bind("feeBid", signed.feeBid())
                        .bind("feeEstimated", signed.feeEstimated())
                        .execute()
                == 1;
    }

    /// Stores a fee bump or the network's answer; returns false if the transaction is no longer the payment's.
    static boolean note(Tx tx, PayoutRef payout, SignedTransaction signed) {
        return change(tx, NOTE, payout)
                        .bind("hash", signed.hash())
                        .bind("bump", signed.feeBump())
                        .bind("feeBid", signed.feeBid())
                        .bind("submittedAt", signed.submittedAt())
                        .bind("answer", signed.answer())
                        .execute()
                == 1;
    }

    static boolean settle(Tx tx, PayoutRef payout, String hash, Instant at, long feeCharged) {
        return change(tx, SETTLE, payout)
                        .bind("hash", hash)
                        .bind("at", at)
                        .bind("feeCharged", feeCharged)
                        .execute()
                == 1;
    }

    /// Detaches a transaction that can never be applied: the payment is queued for another one.
    ///
    /// @param expired true if the transaction's time bound passed
    static boolean abandonTransaction(
            Tx tx, PayoutRef payout, String hash, Instant dueAt, @Nullable String waitsFor, boolean expired) {
        return change(tx, BURY, payout)
                        .bind("expired", expired)
                        .bind("hash", hash)
                        .bind("dueAt", dueAt)
                        .bind("waitsFor", waitsFor)
                        .execute()
                == 1;
    }

    static void reject(Tx tx, PayoutRef payout, Payment.Rejected rejected, Instant at) {
        change(tx, REJECT, payout)
                .bind("at", at)
                .bind("code", rejected.code().name())
                .bind("message", rejected.message())
                .execute();
        TransactionStore.close(tx, payout, at);
    }

    /// Returns the number of payments that wait, for example for money, up to [#WAITING_MAX].
    static long countWaiting(Handle handle) {
        return handle.createQuery(COUNT_WAITING)
                .bind("limit", WAITING_MAX)
                .mapTo(Long.class)
                .one();
    }

    private static Update change(Tx tx, String sql, PayoutRef payout) {
        return tx.handle()
                .createUpdate(sql)
                .bind("organizationId", payout.organizationId())
                .bind("payoutId", payout.payoutId());
    }

    static Payment payment(ResultSet row) throws SQLException {
        return new Payment(
                new PayoutRef(row.getObject("organization_id", UUID.class), row.getObject("payout_id", UUID.class)),
                row.getString("token"),
                row.getLong("stroops"),
                row.getString("address"),
                row.getString("memo"),
                row.getBytes("mac"),
                List.of((String[]) row.getArray("expired_hashes").getArray()),
                row.getInt("expired"),
                state(row));
    }

    private static Payment.State state(ResultSet row) throws SQLException {
        var state = row.getString("state");
        return switch (state) {
            case "queued" -> new Payment.Queued(needed(row, "due_at"), row.getString("waits_for"));
            case "signed" -> new Payment.Signed(signed(row));
            case "settled" -> new Payment.Settled(signed(row), needed(row, "ended_at"), row.getLong("fee_charged"));
            case "rejected" ->
                new Payment.Rejected(FailureCode.valueOf(row.getString("failure_code")), row.getString("message"));
            case "cancelled" -> new Payment.Cancelled();
            default -> throw new IllegalStateException("unknown state: " + state);
        };
    }

    private static SignedTransaction signed(ResultSet row) throws SQLException {
        return new SignedTransaction(
                row.getString("source"),
                row.getLong("sequence"),
                row.getString("hash"),
                row.getString("envelope"),
                row.getString("bump"),
                needed(row, "max_time"),
                row.getLong("fee_bid"),
                row.getLong("fee_estimated"),
                Times.optionalInstant(row, "submitted_at"),
                row.getString("answer"));
    }

    private static Instant needed(ResultSet row, String column) throws SQLException {
        return Objects.requireNonNull(Times.optionalInstant(row, column));
    }
}
