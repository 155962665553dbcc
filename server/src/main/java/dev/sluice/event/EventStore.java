package dev.sluice.event;

import dev.sluice.db.Batch;
import dev.sluice.db.Pending;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of `event` and `event_feed`.
final class EventStore {
    /// Locks the feed's row until the commit, which follows soon: positions are in the order of commits.
    private static final String INSERT = """
            WITH fed AS (
                INSERT INTO event_feed AS feed (organization_id, last_position)
                SELECT * FROM unnest(?::uuid[], ?::int8[])
                ON CONFLICT (organization_id) DO UPDATE SET last_position = feed.last_position + excluded.last_position
                RETURNING organization_id, last_position)
            INSERT INTO event (organization_id, position, resource_id, type, sequence, data, created_at)
            SELECT new.organization_id, fed.last_position - new.behind, new.resource_id, new.type, new.sequence,
                   new.data, new.created_at
            FROM unnest(?::uuid[], ?::int8[], ?::uuid[], ?::text[], ?::int4[], ?::bytea[], ?::timestamptz[])
                 AS new (organization_id, behind, resource_id, type, sequence, data, created_at)
            JOIN fed USING (organization_id)
            """;

    private static final String SELECT = """
            SELECT organization_id, position, resource_id, type, sequence, data, created_at FROM event
            """;

    private static final String HEADS_OF_RESOURCE = """
            SELECT organization_id, position, resource_id, type, sequence, ''::bytea AS data, created_at FROM event
            WHERE organization_id = :organization AND resource_id = :resource
            ORDER BY sequence DESC LIMIT :limit
            """;

    private static final String LAST_POSITIONS = """
            SELECT organization_id, last_position FROM event_feed WHERE organization_id = ANY (?::uuid[])
            """;

    private static final String HEADS_AFTER = """
            SELECT event.organization_id, event.position, event.resource_id, event.type, event.sequence,
                   ''::bytea AS data, event.created_at
            FROM unnest(?::uuid[], ?::int8[], ?::int8[]) AS wanted (organization_id, after, count)
            CROSS JOIN LATERAL (
                SELECT * FROM event
                WHERE event.organization_id = wanted.organization_id AND event.position > wanted.after
                ORDER BY event.position LIMIT wanted.count) AS event
            """;

    private static final String ENDS = "SELECT organization_id, last_position FROM event_feed";

    /// Positions have no gaps, so the number of events in a range is the difference of its ends. As a `LIMIT`,
    /// that makes the planner use the index for any size of the table; with conditions on both ends it would
    /// rather scan the table.
    private static final String OF_TYPES = """
            SELECT event.organization_id, event.position, event.resource_id, event.type, event.sequence,
                   ''::bytea AS data, event.created_at
            FROM unnest(?::uuid[], ?::int8[], ?::int8[]) AS wanted (organization_id, after, until)
            CROSS JOIN LATERAL (
                SELECT * FROM event
                WHERE event.organization_id = wanted.organization_id AND event.position > wanted.after
                ORDER BY event.position LIMIT wanted.until - wanted.after) AS event
            WHERE event.position <= wanted.until AND event.type = ANY (?::text[])
            """;

    private static final String AT = """
            SELECT event.organization_id, event.position, event.resource_id, event.type, event.sequence, event.data,
                   event.created_at
            FROM unnest(?::uuid[], ?::int8[]) AS wanted (organization_id, position)
            JOIN event USING (organization_id, position)
            """;

    private static final String SELECT_AFTER = SELECT + """
            WHERE organization_id = :organization AND position > :after AND position <= :horizon
                  AND (:type::text IS NULL OR type = :type)
            ORDER BY position LIMIT :limit
            """;

    private static final String SELECT_BEFORE = SELECT + """
            WHERE organization_id = :organization AND position < :before AND position >= :horizon
                  AND (:type::text IS NULL OR type = :type)
            ORDER BY position DESC LIMIT :limit
            """;

    private static final String CREATED_AT = """
            SELECT created_at FROM event WHERE organization_id = :organization AND position = :position
            """;

    private static final String FIRST_SINCE = """
            SELECT position FROM event
            WHERE organization_id = :organization AND position > :after AND created_at >= :since
            ORDER BY position LIMIT 1
            """;

    private EventStore() {}

    /// An event with sealed data and the number of events of its organization that follow it in its batch.
    private record StoredEvent(Event event, long behind) {}

    static void insert(Tx tx, List<Event> sealed) {
        if (sealed.isEmpty()) {
            return;
        }
        var counts = new TreeMap<UUID, Long>();
        var placed = new StoredEvent[sealed.size()];
        for (int at = placed.length - 1; at >= 0; at--) {
            var event = sealed.get(at);
            placed[at] = new StoredEvent(event, counts.merge(event.organizationId(), 1L, Long::sum) - 1);
        }
        var rows = Arrays.asList(placed);
        var feeds = List.copyOf(counts.entrySet());
        Batch.of(INSERT)
                .uuids(feeds, Map.Entry::getKey)
                .longs(feeds, Map.Entry::getValue)
                .uuids(rows, row -> row.event().organizationId())
                .longs(rows, StoredEvent::behind)
                .uuids(rows, row -> row.event().resourceId())
                .texts(rows, row -> row.event().type())
                .integers(rows, row -> row.event().sequence())
                .bytes(rows, row -> row.event().data())
                .instants(rows, row -> row.event().createdAt())
                .write(tx);
    }

    static List<Recorded> headsOf(Tx tx, UUID organizationId, UUID resourceId, int limit) {
        return tx.handle()
                .createQuery(HEADS_OF_RESOURCE)
                .bind("organization", organizationId)
                .bind("resource", resourceId)
                .bind("limit", limit)
                .map((row, _) -> recorded(row))
                .list()
                .reversed();
    }

    static Pending<List<Events.FeedPosition>> lastPositions(Tx tx, List<UUID> organizations) {
        return Batch.of(LAST_POSITIONS)
                .uuids(organizations, each -> each)
                .queueQuery(tx, row -> new Events.FeedPosition(row.getObject(1, UUID.class), row.getLong(2)));
    }

    static List<Recorded> headsAfter(Tx tx, List<Map.Entry<Events.FeedPosition, Integer>> counts) {
        return Batch.of(HEADS_AFTER)
                .uuids(counts, each -> each.getKey().organizationId())
                .longs(counts, each -> each.getKey().position())
                .longs(counts, each -> each.getValue().longValue())
                .query(tx, EventStore::recorded);
    }

    static List<Events.FeedPosition> ends(Handle handle) {
        return handle.createQuery(ENDS)
                .map((row, _) -> new Events.FeedPosition(
                        row.getObject("organization_id", UUID.class), row.getLong("last_position")))
                .list();
    }

    static List<Recorded> ofTypes(Tx tx, List<Events.FeedRange> stretches, List<String> types) {
        return Batch.of(OF_TYPES)
                .uuids(stretches, Events.FeedRange::organizationId)
                .longs(stretches, Events.FeedRange::after)
                .longs(stretches, Events.FeedRange::until)
                .texts(types, each -> each)
                .query(tx, EventStore::recorded);
    }

    static List<Recorded> at(Tx tx, List<Events.FeedPosition> places) {
        return Batch.of(AT)
                .uuids(places, Events.FeedPosition::organizationId)
                .longs(places, Events.FeedPosition::position)
                .query(tx, EventStore::recorded);
    }

    static Instant createdAt(Tx tx, Events.FeedPosition place) {
        return tx.handle()
                .createQuery(CREATED_AT)
                .bind("organization", place.organizationId())
                .bind("position", place.position())
                .mapTo(OffsetDateTime.class)
                .one()
                .toInstant();
    }

    /// Returns the position of the first event after a position that is not older than a time.
    static Optional<Long> firstSince(Tx tx, Events.FeedPosition place, Instant since) {
        return tx.handle()
                .createQuery(FIRST_SINCE)
                .bind("organization", place.organizationId())
                .bind("after", place.position())
                .bind("since", since)
                .mapTo(Long.class)
                .findOne();
    }

    static List<Recorded> after(Tx tx, Events.FeedPosition place, long horizon, Optional<String> type, int limit) {
        return tx.handle()
                .createQuery(SELECT_AFTER)
                .bind("organization", place.organizationId())
                .bind("after", place.position())
                .bind("horizon", horizon)
                .bind("type", type.orElse(null))
                .bind("limit", limit)
                .map((row, _) -> recorded(row))
                .list();
    }

    static List<Recorded> before(Tx tx, Events.FeedPosition place, long horizon, Optional<String> type, int limit) {
        return tx.handle()
                .createQuery(SELECT_BEFORE)
                .bind("organization", place.organizationId())
                .bind("before", place.position())
                .bind("horizon", horizon)
                .bind("type", type.orElse(null))
                .bind("limit", limit)
                .map((row, _) -> recorded(row))
                .list();
    }

    private static Recorded recorded(ResultSet row) throws SQLException {
        return new Recorded(
                new Event(
                        row.getObject("organization_id", UUID.class),
                        row.getObject("resource_id", UUID.class),
                        row.getString("type"),
                        row.getInt("sequence"),
                        row.getBytes("data"),
                        Times.instant(row, "created_at")),
                row.getLong("position"));
    }
}
