package dev.sluice.rail.sandbox.chain;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.rail.PayoutRef;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// SQL of `rail_sandbox_chain_payout`.
final class PayoutStore {
    private static final String INSERT = """
            INSERT INTO rail_sandbox_chain_payout (organization_id, payout_id, network, asset, units, behaviour,
                                                   confirmations, accepted_at, nonce)
            SELECT * FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::numeric[], ?::int4[], ?::int4[],
                                 ?::timestamptz[], ?::int8[])
            """;

    private static final String ACCEPT_LOST = """
            UPDATE rail_sandbox_chain_payout payout SET accepted_at = again.accepted_at, nonce = again.nonce
            FROM unnest(?::uuid[], ?::uuid[], ?::timestamptz[], ?::int8[])
                AS again (organization_id, payout_id, accepted_at, nonce)
            WHERE payout.organization_id = again.organization_id AND payout.payout_id = again.payout_id
                AND payout.accepted_at IS NULL
            """;

    /// LIMIT keeps the planner to one index look-up per payout, so a plan made while the table was small stays
    /// right.
    private static final String SELECT = """
            SELECT payout.*
            FROM unnest(?::uuid[], ?::uuid[]) AS asked (organization_id, payout_id)
            CROSS JOIN LATERAL (
                SELECT organization_id, payout_id, network, asset, behaviour, confirmations, accepted_at, nonce,
                       stopped_at
                FROM rail_sandbox_chain_payout
                WHERE organization_id = asked.organization_id AND payout_id = asked.payout_id LIMIT 1) AS payout
            """;

    private static final String LOCK = """
            SELECT organization_id, payout_id, network, asset, behaviour, confirmations, accepted_at, nonce, stopped_at
            FROM rail_sandbox_chain_payout
            WHERE organization_id = :organizationId AND payout_id = :payoutId FOR UPDATE
            """;

    private static final String STOP = """
            UPDATE rail_sandbox_chain_payout SET stopped_at = :at
            WHERE organization_id = :organizationId AND payout_id = :payoutId AND stopped_at IS NULL
            """;

    private static final String BLOCK = """
            INSERT INTO rail_sandbox_chain_payout AS payout (organization_id, payout_id, network, asset, units,
                                                             behaviour, confirmations, stopped_at)
            VALUES (:organizationId, :payoutId, :network, :asset, :units, :behaviour, :confirmations, :at)
            ON CONFLICT (organization_id, payout_id) DO UPDATE
            SET stopped_at = coalesce(payout.stopped_at, excluded.stopped_at)
            WHERE payout.accepted_at IS NULL OR payout.stopped_at IS NOT NULL
            """;

    /// Query for [dev.sluice.rail.RailBooks].
    static final String ORDERS = """
            SELECT 'sandbox-chain' AS rail, organization_id, payout_id, asset AS asset, units AS units,
                NULL::text AS payee, NULL::numeric AS returned
            FROM rail_sandbox_chain_payout
            WHERE (organization_id, payout_id) > (:organization, :id)
            ORDER BY organization_id, payout_id LIMIT :limit
            """;

    private PayoutStore() {}

    /// A row of the books.
    ///
    /// @param confirmations number of blocks until the transaction is final, as configured when it was sent
    record Row(
            PayoutRef payout,
            String network,
            String asset,
            int behaviour,
            int confirmations,
            @Nullable Instant acceptedAt,
            @Nullable Long nonce,
            @Nullable Instant stoppedAt) {}

    static void insert(Tx tx, List<Submission> fresh) {
        if (fresh.isEmpty()) {
            return;
        }
        Batch.of(INSERT)
                .uuids(fresh, each -> each.payout().organizationId())
                .uuids(fresh, each -> each.payout().payoutId())
                .texts(fresh, each -> each.network().name())
                .texts(fresh, each -> each.instruction().amount().asset().code())
                .units(fresh, each -> each.instruction().amount().units())
                .integers(fresh, each -> each.magic().number())
                .integers(fresh, each -> each.network().confirmationsHere())
                .instants(fresh, Submission::acceptedAt)
                .longs(fresh, Submission::nonce)
                .write(tx);
    }

    /// Accepts payouts whose first request was lost.
    static void acceptLost(Tx tx, List<Submission> again) {
        if (again.isEmpty()) {
            return;
        }
        Batch.of(ACCEPT_LOST)
                .uuids(again, each -> each.payout().organizationId())
                .uuids(again, each -> each.payout().payoutId())
                .instants(again, Submission::acceptedAt)
                .longs(again, Submission::nonce)
                .write(tx, again.size());
    }

    static List<Row> read(Tx tx, List<PayoutRef> payouts) {
        return Batch.of(SELECT)
                .uuids(payouts, PayoutRef::organizationId)
                .uuids(payouts, PayoutRef::payoutId)
                .query(tx, PayoutStore::row);
    }

    static Optional<Row> lock(Tx tx, PayoutRef payout) {
        return tx.handle()
                .createQuery(LOCK)
                .bind("organizationId", payout.organizationId())
                .bind("payoutId", payout.payoutId())
                .map((row, _) -> row(row))
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

    /// Stops a payout that was not accepted; returns false if it was.
    static boolean block(Tx tx, Submission submission, Instant at) {
        var amount = submission.instruction().amount();
        return tx.handle()
                        .createUpdate(BLOCK)
                        .bind("organizationId", submission.payout().organizationId())
                        .bind("payoutId", submission.payout().payoutId())
                        .bind("network", submission.network().name())
                        .bind("asset", amount.asset().code())
                        .bind("units", new BigDecimal(amount.units()))
                        .bind("behaviour", submission.magic().number())
                        .bind("confirmations", submission.network().confirmationsHere())
                        .bind("at", at)
                        .execute()
                == 1;
    }

    private static Row row(ResultSet row) throws SQLException {
        return new Row(
                new PayoutRef(row.getObject("organization_id", UUID.class), row.getObject("payout_id", UUID.class)),
                row.getString("network"),
                row.getString("asset"),
                row.getInt("behaviour"),
                row.getInt("confirmations"),
                Times.optionalInstant(row, "accepted_at"),
                row.getObject("nonce", Long.class),
                Times.optionalInstant(row, "stopped_at"));
    }
}
