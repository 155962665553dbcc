package dev.sluice.disbursement;

import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.disbursement.Backlog.Held;
import dev.sluice.disbursement.Backlog.Queue;
import dev.sluice.disbursement.DueStore.Kept;
import dev.sluice.rail.PayoutRef;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of what operators look at: the queue, across organizations. What is worst is found by itself, so that nothing
/// hides it; of the rest the oldest are looked through, so that a queue of any length is looked at quickly.
final class BacklogStore {
    private static final String HELD = """
            SELECT d.*, p.status, p.stage, p.failure_code, p.failure_message, p.state_at, p.history,
                   p.rail_reference, p.on_chain,
                   p.completed_at, p.detached, p.transfers, p.events, p.updated_at,
                   q.attempts, q.due_at, q.leased_until
            FROM disbursement_due q
            JOIN disbursement_progress p ON p.organization_id = q.organization_id AND p.id = q.disbursement_id
            JOIN disbursement d ON d.organization_id = q.organization_id AND d.id = q.disbursement_id
            """;

    private static final String ONE = HELD + "WHERE q.organization_id = :organization AND q.disbursement_id = :id";

    private static final String UNKNOWN = HELD + """
            WHERE (q.organization_id, q.disbursement_id) IN (
                SELECT organization_id, id FROM disbursement_progress WHERE stage = 'UNKNOWN' ORDER BY id LIMIT :limit)
            ORDER BY q.disbursement_id
            """;

    private static final String LOST = HELD + """
            WHERE (q.organization_id, q.disbursement_id) IN (
                SELECT organization_id, disbursement_id FROM disbursement_due
                WHERE leased_until < :now ORDER BY disbursement_id LIMIT :limit)
            ORDER BY q.disbursement_id
            """;

    /// What is only kept is no rail's fault and nobody's to look at: it goes out once the rail or the organization may.
    private static final String SLOW = HELD + """
            WHERE (q.organization_id, q.disbursement_id) IN (
                SELECT organization_id, disbursement_id FROM disbursement_due
                WHERE NOT (attempts = 0
                           AND (rail = ANY (:stopped::text[]) OR organization_id = ANY (:frozen::uuid[])))
                ORDER BY disbursement_id LIMIT :reach)
                  AND p.updated_at < :before
            ORDER BY q.disbursement_id LIMIT :limit
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

    /// Those whose outcome nobody can tell, the oldest first.
    List<Held> unknown(Handle handle, int limit) {
        return handle.createQuery(UNKNOWN)
                .bind("limit", limit)
                .map((row, _) -> held(row))
                .list();
    }

    /// Those that a node took up and did not come back with, the oldest first.
    List<Held> lost(Handle handle, Instant now, int limit) {
        return handle.createQuery(LOST)
                .bind("now", now)
                .bind("limit", limit)
                .map((row, _) -> held(row))
                .list();
    }

    /// Those that nothing has happened to for a while, but for what is kept; of the oldest ones, the oldest first.
    List<Held> slow(Handle handle, Instant before, Kept kept, int reach, int limit) {
        return handle.createQuery(SLOW)
                .bindArray("stopped", String.class, kept.stopped().toArray())
                .bindArray("frozen", UUID.class, kept.frozen().toArray())
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
