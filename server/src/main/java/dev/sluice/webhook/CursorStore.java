package dev.sluice.webhook;

import dev.sluice.db.Batch;
import dev.sluice.db.Pending;
import dev.sluice.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;

/// SQL of `webhook_cursor`.
final class CursorStore {
    private static final String INSERT = """
            INSERT INTO webhook_cursor (organization_id, endpoint_id, position, active)
            VALUES (:organization, :endpoint, :position, true)
            """;

    /// Also says whether anything is due that nobody has in hand.
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
            SELECT cursor.organization_id, cursor.endpoint_id, cursor.position, true AS due
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
            UPDATE webhook_cursor SET active = true, failing_since = NULL, position = :position
            WHERE organization_id = :organization AND endpoint_id = :endpoint
            """;

    private static final String DEACTIVATE = """
            UPDATE webhook_cursor SET active = false WHERE organization_id = :organization AND endpoint_id = :endpoint
            """;

    private static final String WELL = """
            UPDATE webhook_cursor cursor SET failing_since = NULL
            FROM unnest(?::uuid[], ?::uuid[]) AS well (organization_id, endpoint_id)
            WHERE cursor.organization_id = well.organization_id AND cursor.endpoint_id = well.endpoint_id
                AND cursor.failing_since IS NOT NULL
            """;

    private static final String FAILING = """
            UPDATE webhook_cursor cursor SET failing_since = COALESCE(cursor.failing_since, failing.at)
            FROM unnest(?::uuid[], ?::uuid[], ?::timestamptz[]) AS failing (organization_id, endpoint_id, at)
            WHERE cursor.organization_id = failing.organization_id AND cursor.endpoint_id = failing.endpoint_id
            RETURNING cursor.organization_id, cursor.endpoint_id, cursor.failing_since
            """;

    private CursorStore() {}

    /// An endpoint's place in the feed.
    record Cursor(EndpointRef endpoint, long position, boolean due) {}

    static void insert(Tx tx, EndpointRef endpoint, long position) {
        tx.handle()
                .createUpdate(INSERT)
                .bind("organization", endpoint.organizationId())
                .bind("endpoint", endpoint.endpointId())
                .bind("position", position)
                .execute();
    }

    static List<Cursor> active(Tx tx, Instant now, Instant realNow) {
        return tx.handle()
                .createQuery(ACTIVE)
                .bind("now", now)
                .bind("realNow", realNow)
                .map((row, _) -> cursor(row))
                .list();
    }

    /// Locks those of some that are told and that no other node has in hand.
    static Pending<List<Cursor>> lock(Tx tx, List<EndpointRef> refs) {
        return refs(LOCK, refs).ask(tx, CursorStore::cursor);
    }

    static void move(Tx tx, List<Cursor> moved) {
        if (!moved.isEmpty()) {
            refs(MOVE, moved.stream().map(Cursor::endpoint).toList())
                    .longs(moved, Cursor::position)
                    .write(tx);
        }
    }

    static void rewind(Tx tx, EndpointRef endpoint, long position) {
        tx.handle()
                .createUpdate(REWIND)
                .bind("organization", endpoint.organizationId())
                .bind("endpoint", endpoint.endpointId())
                .bind("position", position)
                .execute();
    }

    static void activate(Tx tx, EndpointRef endpoint, long position) {
        tx.handle()
                .createUpdate(ACTIVATE)
                .bind("organization", endpoint.organizationId())
                .bind("endpoint", endpoint.endpointId())
                .bind("position", position)
                .execute();
    }

    static void deactivate(Tx tx, EndpointRef endpoint) {
        tx.handle()
                .createUpdate(DEACTIVATE)
                .bind("organization", endpoint.organizationId())
                .bind("endpoint", endpoint.endpointId())
                .execute();
    }

    static void well(Tx tx, List<EndpointRef> refs) {
        if (!refs.isEmpty()) {
            refs(WELL, refs).write(tx);
        }
    }

    /// An endpoint that has only failed since then.
    record Failing(EndpointRef endpoint, Instant since) {}

    static List<Failing> failing(Tx tx, List<EndpointRef> refs, Instant now) {
        return refs.isEmpty()
                ? List.of()
                : refs(FAILING, refs)
                        .instants(refs, _ -> now)
                        .query(
                                tx,
                                row -> new Failing(
                                        new EndpointRef(row.getObject(1, UUID.class), row.getObject(2, UUID.class)),
                                        row.getObject(3, OffsetDateTime.class).toInstant()));
    }

    private static Batch refs(String sql, List<EndpointRef> refs) {
        return Batch.of(sql).uuids(refs, EndpointRef::organizationId).uuids(refs, EndpointRef::endpointId);
    }

    private static Cursor cursor(ResultSet row) throws SQLException {
        return new Cursor(
                new EndpointRef(row.getObject("organization_id", UUID.class), row.getObject("endpoint_id", UUID.class)),
                row.getLong("position"),
                row.getBoolean("due"));
    }
}
