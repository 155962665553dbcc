package dev.sluice.disbursement.reconciliation;

import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.rail.PayoutRef;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of `disbursement_stuck`, and of the payouts that it is about.
final class StuckStore {
    /// Oldest payout that was not reported yet, so that nothing is locked if there is none.
    private static final String IS_AHEAD = """
            SELECT EXISTS (
                SELECT 1 FROM disbursement_progress p, disbursement_stuck seen
                WHERE p.stage = 'UNKNOWN' AND p.state_at <= :until
                      AND (p.state_at, p.organization_id, p.id)
                          > (seen.since, seen.payout_organization_id, seen.payout_id))
            """;

    private static final String LOCK = """
            SELECT since, payout_organization_id AS organization_id, payout_id AS id FROM disbursement_stuck
            FOR UPDATE SKIP LOCKED
            """;

    private static final String AFTER = """
            SELECT state_at AS since, organization_id, id FROM disbursement_progress
            WHERE stage = 'UNKNOWN' AND state_at <= :until
                  AND (state_at, organization_id, id) > (:since, :organization, :id)
            ORDER BY state_at, organization_id, id LIMIT :limit
            """;

    private static final String MOVE = """
            UPDATE disbursement_stuck SET since = :since, payout_organization_id = :organization, payout_id = :id
            """;

    private StuckStore() {}

    /// A payout, and the time since when its outcome is unknown.
    record Stuck(Instant since, PayoutRef ref) {}

    static boolean isAhead(Handle handle, Instant until) {
        return handle.createQuery(IS_AHEAD)
                .bind("until", until)
                .mapTo(Boolean.class)
                .one();
    }

    /// Locks the position up to which operators were notified; nothing while another node holds it.
    static Optional<Stuck> lock(Tx tx) {
        return tx.handle().createQuery(LOCK).map((row, _) -> read(row)).findOne();
    }

    /// Returns the next payouts, in the order in which they became unknown.
    static List<Stuck> after(Tx tx, Stuck seen, Instant until, int limit) {
        return tx.handle()
                .createQuery(AFTER)
                .bind("until", until)
                .bind("since", seen.since())
                .bind("organization", seen.ref().organizationId())
                .bind("id", seen.ref().payoutId())
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

    static void move(Tx tx, Stuck seen) {
        tx.handle()
                .createUpdate(MOVE)
                .bind("since", seen.since())
                .bind("organization", seen.ref().organizationId())
                .bind("id", seen.ref().payoutId())
                .execute();
    }

    private static Stuck read(ResultSet row) throws SQLException {
        return new Stuck(
                Times.instant(row, "since"),
                new PayoutRef(row.getObject("organization_id", UUID.class), row.getObject("id", UUID.class)));
    }
}
