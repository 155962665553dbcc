package dev.sluice.disbursement;

import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.disbursement.Backlog.Held;
import dev.sluice.disbursement.Backlog.Queue;
import dev.sluice.rail.PayoutRef;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// SQL of what operators look at: the queue, across organizations. The oldest of it are looked through, so that a
/// queue of any length is looked at quickly.
final class BacklogStore {
    private static final String STUCK = """
            SELECT d.*, p.status, p.stage, p.failure_code, p.failure_message, p.state_at, p.history,
                   p.rail_reference, p.on_chain,
                   p.completed_at, p.detached, p.transfers, p.events, p.updated_at,
                   q.attempts, q.due_at, q.leased_until
            FROM (SELECT organization_id, disbursement_id, attempts, due_at, leased_until FROM disbursement_due
                  ORDER BY disbursement_id LIMIT :reach) AS q
            JOIN disbursement_progress p ON p.organization_id = q.organization_id AND p.id = q.disbursement_id
            JOIN disbursement d ON d.organization_id = q.organization_id AND d.id = q.disbursement_id
            WHERE p.stage = 'UNKNOWN' OR p.updated_at < :before OR q.leased_until < :now
            ORDER BY q.disbursement_id LIMIT :limit
            """;

    private static final String ONE = """
            SELECT d.*, p.status, p.stage, p.failure_code, p.failure_message, p.state_at, p.history,
                   p.rail_reference, p.on_chain,
                   p.completed_at, p.detached, p.transfers, p.events, p.updated_at,
                   q.attempts, q.due_at, q.leased_until
            FROM disbursement_due q
            JOIN disbursement_progress p ON p.organization_id = q.organization_id AND p.id = q.disbursement_id
            JOIN disbursement d ON d.organization_id = q.organization_id AND d.id = q.disbursement_id
            WHERE q.organization_id = :organization AND q.disbursement_id = :id
            """;

    /// What was handed over (`attempts`) is asked about first when it is taken up.
    private static final String ASK = """
            UPDATE disbursement_due SET due_at = least(due_at, :now)
            WHERE organization_id = :organization AND disbursement_id = :id AND attempts > 0
                  AND (leased_until IS NULL OR leased_until <= :now)
            """;

    private static final String QUEUES = """
            SELECT rail, count(*) AS waiting,
                   count(*) FILTER (WHERE due_at <= :now AND (leased_until IS NULL OR leased_until <= :now)) AS due,
                   count(*) FILTER (WHERE leased_until < :now) AS lost,
                   min(due_at) AS oldest
            FROM disbursement_due GROUP BY rail ORDER BY rail
            """;

    private final DisbursementStore rows;

    BacklogStore(DisbursementStore rows) {
        this.rows = rows;
    }

    List<Held> stuck(Handle handle, Instant now, Instant before, int reach, int limit) {
        return handle.createQuery(STUCK)
                .bind("now", now)
                .bind("before", before)
                .bind("reach", reach)
                .bind("limit", limit)
                .map((row, _) -> held(row))
                .list();
    }

    Optional<Held> find(Handle handle, PayoutRef ref) {
        return handle.createQuery(ONE)
                .bind("organization", ref.organizationId())
                .bind("id", ref.payoutId())
                .map((row, _) -> held(row))
                .findOne();
    }

    static int ask(Tx tx, PayoutRef ref, Instant now) {
        return tx.handle()
                .createUpdate(ASK)
                .bind("now", now)
                .bind("organization", ref.organizationId())
                .bind("id", ref.payoutId())
                .execute();
    }

    private Held held(ResultSet row) throws SQLException {
        return new Held(
                rows.read(row),
                row.getInt("attempts"),
                Times.instant(row, "due_at"),
                Times.optionalInstant(row, "leased_until"));
    }

    static List<Queue> queues(Handle handle, Instant now) {
        return handle.createQuery(QUEUES)
                .bind("now", now)
                .map((row, _) -> new Queue(
                        row.getString("rail"),
                        row.getLong("waiting"),
                        row.getLong("due"),
                        row.getLong("lost"),
                        Times.instant(row, "oldest")))
                .list();
    }
}
