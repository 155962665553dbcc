package dev.sluice.rail.sandbox;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Attempt;
import dev.sluice.rail.PayoutRef;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// SQL of `rail_sandbox_payment`.
final class PaymentStore {
    private static final String INSERT = """
            INSERT INTO rail_sandbox_payment (organization_id, payout_id, currency, exponent, units, behaviour,
                                              accepted_at, ends_at, notice_at)
            SELECT * FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::int4[], ?::numeric[], ?::int4[],
                                 ?::timestamptz[], ?::timestamptz[], ?::timestamptz[])
            ON CONFLICT (organization_id, payout_id) DO NOTHING
            RETURNING organization_id, payout_id
            """;

    private static final String ACCEPT_LOST = """
            UPDATE rail_sandbox_payment payment
            SET accepted_at = again.accepted_at, ends_at = again.ends_at, notice_at = again.notice_at
            FROM unnest(?::uuid[], ?::uuid[], ?::timestamptz[], ?::timestamptz[], ?::timestamptz[])
                AS again (organization_id, payout_id, accepted_at, ends_at, notice_at)
            WHERE payment.organization_id = again.organization_id AND payment.payout_id = again.payout_id
                AND payment.accepted_at IS NULL AND payment.cancelled_at IS NULL
            """;

    private static final String BLOCK = """
            INSERT INTO rail_sandbox_payment AS payment (organization_id, payout_id, currency, exponent, units,
                                                         behaviour, cancelled_at)
            VALUES (:organizationId, :payoutId, :currency, :exponent, :units, :behaviour, :at)
            ON CONFLICT (organization_id, payout_id) DO UPDATE
            SET cancelled_at = coalesce(payment.cancelled_at, excluded.cancelled_at)
            WHERE payment.accepted_at IS NULL OR payment.cancelled_at IS NOT NULL
            """;

    /// LIMIT keeps the planner to one index look-up per payout, so a plan made while the table was small stays
    /// right.
    private static final String SELECT = """
            SELECT payment.organization_id, payment.payout_id, payment.currency, payment.exponent, payment.units,
                   payment.behaviour, payment.ends_at, payment.cancelled_at
            FROM unnest(?::uuid[], ?::uuid[]) AS asked (organization_id, payout_id)
            CROSS JOIN LATERAL (
                SELECT * FROM rail_sandbox_payment
                WHERE organization_id = asked.organization_id AND payout_id = asked.payout_id LIMIT 1) AS payment
            """;

    private static final String ATTEMPTS = """
            SELECT organization_id, payout_id, currency, exponent, units, behaviour, accepted_at, ends_at, cancelled_at
            FROM rail_sandbox_payment WHERE organization_id = :organizationId AND payout_id = :payoutId
            """;

    private static final String LOCK = """
            SELECT organization_id, payout_id, currency, exponent, units, behaviour, ends_at, cancelled_at
            FROM rail_sandbox_payment
            WHERE organization_id = :organizationId AND payout_id = :payoutId FOR UPDATE
            """;

    private static final String STOP = """
            UPDATE rail_sandbox_payment SET cancelled_at = :at
            WHERE organization_id = :organizationId AND payout_id = :payoutId AND cancelled_at IS NULL
            """;

    private static final String LOCK_DUE = """
            SELECT organization_id, payout_id, currency, exponent, units, behaviour, ends_at, notices_sent, notice_at
            FROM rail_sandbox_payment
            WHERE notice_at <= :now ORDER BY notice_at LIMIT :limit FOR UPDATE SKIP LOCKED
            """;

    private static final String MARK_SENT = """
            UPDATE rail_sandbox_payment payment
            SET notices_sent = sent.notices, notice_at = sent.next_at
            FROM unnest(?::uuid[], ?::uuid[], ?::int4[], ?::timestamptz[])
                AS sent (organization_id, payout_id, notices, next_at)
            WHERE payment.organization_id = sent.organization_id AND payment.payout_id = sent.payout_id
            """;

    /// Query for [dev.sluice.rail.RailBooks].
    static final String ORDERS = """
            SELECT 'sandbox' AS rail, organization_id, payout_id, currency AS asset, units AS units,
                NULL::text AS payee, NULL::numeric AS returned
            FROM rail_sandbox_payment
            WHERE (organization_id, payout_id) > (:organization, :id)
            ORDER BY organization_id, payout_id LIMIT :limit
            """;

    private PaymentStore() {}

    /// Stores payments that the books do not contain yet, and returns the stored ones.
    static Set<PayoutRef> insert(Tx tx, List<Submission> submissions) {
        return new HashSet<>(Batch.of(INSERT)
                .uuids(submissions, each -> each.payout().organizationId())
                .uuids(submissions, each -> each.payout().payoutId())
                .texts(submissions, each -> each.instruction().amount().asset().code())
                .integers(submissions, each -> each.instruction().amount().asset().exponent())
                .units(submissions, each -> each.instruction().amount().units())
                .integers(submissions, each -> each.magic().number())
                .instants(submissions, each -> each.isLostAtFirst() ? null : each.acceptedAt())
                .instants(submissions, each -> each.isLostAtFirst() ? null : each.endsAt())
                .instants(submissions, each -> each.isLostAtFirst() ? null : each.noticeAt())
                .query(tx, PaymentStore::payout));
    }

    /// Accepts payments whose first request was lost.
    static void acceptLost(Tx tx, List<Submission> again) {
        if (again.isEmpty()) {
            return;
        }
        Batch.of(ACCEPT_LOST)
                .uuids(again, each -> each.payout().organizationId())
                .uuids(again, each -> each.payout().payoutId())
                .instants(again, Submission::acceptedAt)
                .instants(again, Submission::endsAt)
                .instants(again, Submission::noticeAt)
                .update(tx);
    }

    /// Stops a payment that was not accepted; returns false if it was.
    static boolean block(Tx tx, Submission submission, Instant at) {
        return tx.handle()
                        .createUpdate(BLOCK)
                        .bind("organizationId", submission.payout().organizationId())
                        .bind("payoutId", submission.payout().payoutId())
                        .bind(
                                "currency",
                                submission.instruction().amount().asset().code())
                        .bind(
                                "exponent",
                                submission.instruction().amount().asset().exponent())
                        .bind(
                                "units",
                                new BigDecimal(submission.instruction().amount().units()))
                        .bind("behaviour", submission.magic().number())
                        .bind("at", at)
                        .execute()
                == 1;
    }

    static Map<PayoutRef, Entry> read(Tx tx, List<PayoutRef> payouts) {
        var entries = new HashMap<PayoutRef, Entry>();
        Batch.of(SELECT)
                .uuids(payouts, PayoutRef::organizationId)
                .uuids(payouts, PayoutRef::payoutId)
                .query(tx, PaymentStore::entry)
                .forEach(entry -> entries.put(entry.payout(), entry));
        return entries;
    }

    /// Returns the bank's entry of a payout as a single attempt, regardless of the number of requests.
    static List<Attempt> attempts(Tx tx, PayoutRef payout, Instant now) {
        return tx.handle()
                .createQuery(ATTEMPTS)
                .bind("organizationId", payout.organizationId())
                .bind("payoutId", payout.payoutId())
                .map((row, _) -> Attempt.of(
                        Times.optionalInstant(row, "accepted_at"), entry(row).outcome(now)))
                .list();
    }

    static Optional<Entry> lock(Tx tx, PayoutRef payout) {
        return tx.handle()
                .createQuery(LOCK)
                .bind("organizationId", payout.organizationId())
                .bind("payoutId", payout.payoutId())
                .map((row, _) -> entry(row))
                .findOne();
    }

    static void stop(Tx tx, PayoutRef payout, Instant at) {
        tx.handle()
                .createUpdate(STOP)
                .bind("organizationId", payout.organizationId())
                .bind("payoutId", payout.payoutId())
                .bind("at", at)
                .execute();
    }

    /// Locks the oldest due notices, except those that another node is sending.
    static List<DueNotice> lockDue(Tx tx, Instant now, int limit) {
        return tx.handle()
                .createQuery(LOCK_DUE)
                .bind("now", now)
                .bind("limit", limit)
                .map((row, _) -> new DueNotice(taken(row), row.getInt("notices_sent"), Times.instant(row, "notice_at")))
                .list();
    }

    static void markSent(Tx tx, List<DueNotice> sent) {
        Batch.of(MARK_SENT)
                .uuids(sent, each -> each.payment().payout().organizationId())
                .uuids(sent, each -> each.payment().payout().payoutId())
                .integers(sent, each -> each.sent() + 1)
                .instants(sent, DueNotice::nextAt)
                .update(tx);
    }

    private static PayoutRef payout(ResultSet row) throws SQLException {
        return new PayoutRef(row.getObject("organization_id", UUID.class), row.getObject("payout_id", UUID.class));
    }

    private static Entry entry(ResultSet row) throws SQLException {
        if (row.getObject("cancelled_at") != null) {
            return new Entry.Stopped(payout(row));
        }
        return row.getObject("ends_at") == null ? new Entry.Lost(payout(row)) : taken(row);
    }

    private static Entry.Taken taken(ResultSet row) throws SQLException {
        var behaviour = Magic.ofNumber(row.getInt("behaviour")).behaviour();
        var amount = new Money(
                row.getBigDecimal("units").toBigIntegerExact(),
                Asset.fiat(row.getString("currency"), row.getInt("exponent")));
        return new Entry.Taken(payout(row), amount, behaviour, Times.instant(row, "ends_at"));
    }
}
