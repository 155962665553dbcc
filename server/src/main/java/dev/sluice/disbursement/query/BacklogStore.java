package dev.sluice.disbursement.query;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.disbursement.DisbursementStore;
import dev.sluice.disbursement.DueStore.Withheld;
import dev.sluice.disbursement.query.Backlog.PendingPayout;
import dev.sluice.disbursement.query.Backlog.Queue;
import dev.sluice.disbursement.query.Backlog.Search;
import dev.sluice.rail.PayoutRef;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/// SQL of the operators' view: the queue, across organizations. It looks through the oldest payouts of each problem
/// separately, so that no problem hides a worse one, and a long queue is read quickly.
public final class BacklogStore {
    private static final String HELD =
            "SELECT " + DisbursementStore.WHOLE + DisbursementStore.PROOF + """
            , q.attempts, q.due_at, q.leased_until, q.held_since
            FROM disbursement_due q
            JOIN disbursement_progress p ON p.organization_id = q.organization_id AND p.id = q.disbursement_id
            JOIN disbursement d ON d.organization_id = q.organization_id AND d.id = q.disbursement_id
            """ + DisbursementStore.PROVING;

    private static final String ONE = HELD + "WHERE q.organization_id = :organization AND q.disbursement_id = :id";

    private static final String NARROWED = """
            AND (:organization::uuid IS NULL OR q.organization_id = :organization::uuid)
            AND (:rail::text IS NULL OR q.rail = :rail::text)
            ORDER BY q.disbursement_id LIMIT :reach + 1
            """;

    /// Each payout with the number of its worst problem. A payout that is only kept back is no problem: it leaves
    /// once the rail or the organization may.
    private static final String FOUND = """
            unknown AS (
                SELECT q.organization_id, q.disbursement_id FROM disbursement_progress p
                JOIN disbursement_due q ON q.organization_id = p.organization_id AND q.disbursement_id = p.id
                WHERE p.stage = 'UNKNOWN'
            """ + NARROWED + """
            ), lost AS (
                SELECT q.organization_id, q.disbursement_id FROM disbursement_due q WHERE q.leased_until < :now
            """ + NARROWED + """
            ), old AS (
                SELECT q.organization_id, q.disbursement_id FROM disbursement_due q
                WHERE q.disbursement_id < :youngest
                      AND NOT (q.attempts = 0
                               AND (q.rail = ANY (:stopped::text[]) OR q.organization_id = ANY (:frozen::uuid[])))
            """ + NARROWED + """
            ), tampered AS (
                SELECT q.organization_id, q.disbursement_id FROM disbursement_due q WHERE q.held_since IS NOT NULL
            """ + NARROWED + """
            ), found AS (
                SELECT organization_id, disbursement_id, min(trouble) AS trouble FROM (
                    SELECT 0 AS trouble, organization_id, disbursement_id FROM tampered
                    UNION ALL
                    SELECT 1, organization_id, disbursement_id FROM unknown
                    UNION ALL
                    SELECT 2, organization_id, disbursement_id FROM lost
                    UNION ALL
                    SELECT 3, old.organization_id, old.disbursement_id FROM old
                    JOIN disbursement_progress p ON p.organization_id = old.organization_id
                                                AND p.id = old.disbursement_id
                    WHERE p.updated_at < :before
                ) each
                GROUP BY organization_id, disbursement_id
            )
            """;

    private static final String COUNT = "WITH " + FOUND + """
            SELECT (SELECT count(*) FROM found WHERE :trouble::int IS NULL OR trouble = :trouble::int) AS total,
                   greatest((SELECT count(*) FROM tampered), (SELECT count(*) FROM unknown),
                            (SELECT count(*) FROM lost), (SELECT count(*) FROM old)) > :reach AS more
            """;

    private static final String LIST = "WITH " + FOUND + HELD + """
            JOIN found f ON f.organization_id = q.organization_id AND f.disbursement_id = q.disbursement_id
            WHERE :trouble::int IS NULL OR f.trouble = :trouble::int
            ORDER BY f.trouble, q.disbursement_id LIMIT :limit OFFSET :offset
            """;

    /// The rail is asked first about a payout that was submitted before (`attempts`) when the worker claims it.
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

    public BacklogStore(DisbursementStore rows) {
        this.rows = rows;
    }

    /// Number of matches, and whether there are more than were looked through.
    ///
    /// @param more true if there may be others
    record Count(long total, boolean more) {}

    /// @param before time of the last progress before which a payout counts as slow
    record Reach(Instant now, Instant before, Withheld withheld, int reach) {}

    static Count count(Handle handle, Search search, Reach reach) {
        return filtered(handle.createQuery(COUNT), search, reach)
                .map((row, _) -> new Count(row.getLong("total"), row.getBoolean("more")))
                .one();
    }

    /// Returns the worst problems first, and the oldest first among equal ones.
    List<PendingPayout> list(Handle handle, Search search, Reach reach, int limit, long offset) {
        return filtered(handle.createQuery(LIST), search, reach)
                .bind("limit", limit)
                .bind("offset", offset)
                .map((row, _) -> held(row))
                .list();
    }

    private static Query filtered(Query query, Search search, Reach reach) {
        return query.bind("organization", search.organizationId())
                .bind("rail", search.rail())
                .bind(
                        "trouble",
                        search.reason() == null ? null : search.reason().rank())
                .bindArray("stopped", String.class, reach.withheld().stopped().toArray())
                .bindArray("frozen", UUID.class, reach.withheld().frozen().toArray())
                .bind("now", reach.now())
                .bind("before", reach.before())
                .bind("youngest", Clocks.firstIdOf(reach.before()))
                .bind("reach", reach.reach());
    }

    Optional<PendingPayout> find(Handle handle, PayoutRef ref) {
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

    private PendingPayout held(ResultSet row) throws SQLException {
        return new PendingPayout(
                rows.readToShow(row),
                row.getInt("attempts"),
                Times.instant(row, "due_at"),
                Times.optionalInstant(row, "leased_until"),
                Times.optionalInstant(row, "held_since"));
    }

    public static List<Queue> queues(Handle handle, Instant now) {
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
