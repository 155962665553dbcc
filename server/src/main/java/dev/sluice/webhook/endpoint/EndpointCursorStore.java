package dev.sluice.webhook.endpoint;

import dev.sluice.db.Batch;
import dev.sluice.db.Pending;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// SQL of `webhook_cursor`.
public final class EndpointCursorStore {
    private static final String INSERT = """
            INSERT INTO webhook_cursor (organization_id, endpoint_id, position, active)
            VALUES (:organization, :endpoint, :position, :active)
            """;

    /// Includes a flag for deliveries that are due and not leased.
    private static final String ACTIVE = """
            SELECT cursor.organization_id, cursor.endpoint_id, cursor.position,
                   EXISTS (SELECT 1 FROM webhook_delivery delivery
                           WHERE delivery.organization_id = cursor.organization_id
                               AND delivery.endpoint_id = cursor.endpoint_id
                               AND delivery.status = 'pending' AND delivery.next_at <= :now
                               AND (delivery.leased_until IS NULL OR delivery.leased_until <= :realNow)) AS due
            FROM webhook_cursor cursor WHERE cursor.active
            """;

    private static final String LOCK = """
            SELECT cursor.organization_id, cursor.endpoint_id, cursor.position
            FROM unnest(?::uuid[], ?::uuid[]) AS wanted (organization_id, endpoint_id)
            JOIN webhook_cursor cursor USING (organization_id, endpoint_id)
            WHERE cursor.active ORDER BY cursor.organization_id, cursor.endpoint_id FOR UPDATE OF cursor SKIP LOCKED
            """;

    private static final String MOVE = """
            UPDATE webhook_cursor cursor SET position = moved.position
            FROM unnest(?::uuid[], ?::uuid[], ?::int8[]) AS moved (organization_id, endpoint_id, position)
            WHERE cursor.organization_id = moved.organization_id AND cursor.endpoint_id = moved.endpoint_id
            """;

    private static final String REWIND = """
            UPDATE webhook_cursor SET position = LEAST(position, :position)
            WHERE organization_id = :organization AND endpoint_id = :endpoint
            """;

    private static final String ACTIVATE = """
            UPDATE webhook_cursor SET active = true, failing_since = NULL, failed_at = NULL, position = :position
            WHERE organization_id = :organization AND endpoint_id = :endpoint
            """;

    private static final String DEACTIVATE = """
            UPDATE webhook_cursor SET active = false WHERE organization_id = :organization AND endpoint_id = :endpoint
            """;

    private static final String LOCK_ONE = """
            SELECT 1 FROM webhook_cursor WHERE organization_id = :organization AND endpoint_id = :endpoint FOR UPDATE
            """;

    private static final String LOCK_ALL = """
            SELECT 1 FROM webhook_cursor WHERE organization_id = :organization ORDER BY endpoint_id FOR UPDATE
            """;

    /// Records results; without a failure time, the endpoint is well. The rows are locked in the order of ids,
    /// since nodes judge the same endpoints at the same time.
    private static final String JUDGE = """
            WITH judged AS MATERIALIZED (
                SELECT cursor.organization_id, cursor.endpoint_id, new.failed_at, new.lately
                FROM unnest(?::uuid[], ?::uuid[], ?::timestamptz[], ?::timestamptz[])
                     AS new (organization_id, endpoint_id, failed_at, lately)
                JOIN webhook_cursor cursor USING (organization_id, endpoint_id)
                WHERE new.failed_at IS NOT NULL OR cursor.failing_since IS NOT NULL
                ORDER BY cursor.organization_id, cursor.endpoint_id FOR UPDATE OF cursor)
            UPDATE webhook_cursor cursor
            SET failing_since = CASE WHEN cursor.failed_at >= judged.lately
                                     THEN COALESCE(cursor.failing_since, judged.failed_at) ELSE judged.failed_at END,
                failed_at = judged.failed_at
            FROM judged
            WHERE cursor.organization_id = judged.organization_id AND cursor.endpoint_id = judged.endpoint_id
            RETURNING cursor.organization_id, cursor.endpoint_id, cursor.failing_since
            """;

    private EndpointCursorStore() {}

    /// An endpoint's place in the feed.
    public record Cursor(EndpointRef endpoint, long position) {}

    /// A place, and whether something waits there for another attempt.
    public record Active(Cursor cursor, boolean due) {}

    static void insert(Tx tx, EndpointRef endpoint, long position, boolean active) {
        endpoint.bind(tx.handle().createUpdate(INSERT))
                .bind("position", position)
                .bind("active", active)
                .execute();
    }

    public static List<Active> active(Tx tx, Instant now, Instant realNow) {
        return tx.handle()
                .createQuery(ACTIVE)
                .bind("now", now)
                .bind("realNow", realNow)
                .map((row, _) -> new Active(cursor(row), row.getBoolean("due")))
                .list();
    }

    /// Locks the active cursors among some, and skips those that another node has locked.
    public static Pending<List<Cursor>> lock(Tx tx, List<EndpointRef> refs) {
        return refs(LOCK, refs).queueQuery(tx, EndpointCursorStore::cursor);
    }

    public static void move(Tx tx, List<Cursor> moved) {
        if (!moved.isEmpty()) {
            refs(MOVE, moved.stream().map(Cursor::endpoint).toList())
                    .longs(moved, Cursor::position)
                    .write(tx);
        }
    }

    public static void rewind(Tx tx, EndpointRef endpoint, long position) {
        endpoint.bind(tx.handle().createUpdate(REWIND))
                .bind("position", position)
                .execute();
    }

    static void activate(Tx tx, EndpointRef endpoint, long position) {
        endpoint.bind(tx.handle().createUpdate(ACTIVATE))
                .bind("position", position)
                .execute();
    }

    public static void deactivate(Tx tx, EndpointRef endpoint) {
        endpoint.bind(tx.handle().createUpdate(DEACTIVATE)).execute();
    }

    /// Locks a cursor, and waits for it.
    static void lock(Tx tx, EndpointRef endpoint) {
        endpoint.bind(tx.handle().createQuery(LOCK_ONE)).mapTo(Integer.class).findOne();
    }

    /// Locks all of an organization, and waits for them.
    static void lockAll(Tx tx, UUID organizationId) {
        tx.handle()
                .createQuery(LOCK_ALL)
                .bind("organization", organizationId)
                .mapTo(Integer.class)
                .list();
    }

    /// Latest result of an endpoint.
    ///
    /// @param failedAt time of the failure, or null if a message arrived
    /// @param lately earliest time of the previous failure for which the endpoint counts as failing ever since
    public record EndpointOutcome(
            EndpointRef endpoint,
            @Nullable Instant failedAt,
            @Nullable Instant lately) {}

    /// An endpoint that has failed since then, again and again.
    public record Failing(EndpointRef endpoint, Instant since) {}

    /// Records the results of endpoints, and returns the failing ones when the result is read.
    public static Pending<List<Optional<Failing>>> recordOutcomes(Tx tx, List<EndpointOutcome> verdicts) {
        return refs(JUDGE, verdicts.stream().map(EndpointOutcome::endpoint).toList())
                .instants(verdicts, EndpointOutcome::failedAt)
                .instants(verdicts, EndpointOutcome::lately)
                .queueQuery(tx, EndpointCursorStore::failing);
    }

    private static Optional<Failing> failing(ResultSet row) throws SQLException {
        var since = Times.optionalInstant(row, "failing_since");
        var endpoint =
                new EndpointRef(row.getObject("organization_id", UUID.class), row.getObject("endpoint_id", UUID.class));
        return Optional.ofNullable(since).map(each -> new Failing(endpoint, each));
    }

    private static Batch refs(String sql, List<EndpointRef> refs) {
        return Batch.of(sql).uuids(refs, EndpointRef::organizationId).uuids(refs, EndpointRef::endpointId);
    }

    private static Cursor cursor(ResultSet row) throws SQLException {
        return new Cursor(
                new EndpointRef(row.getObject("organization_id", UUID.class), row.getObject("endpoint_id", UUID.class)),
                row.getLong("position"));
    }
}
