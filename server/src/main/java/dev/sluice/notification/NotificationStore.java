package dev.sluice.notification;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/// SQL of `notice`.
final class NotificationStore {
    private static final String LOCK_OPEN = """
            SELECT organization_id, id, kind, subject_count, sealed, latest_at, false AS unread
            FROM notification WHERE organization_id = :organization AND kind = :kind AND mail_at IS NOT NULL FOR UPDATE
            """;

    private static final String LAST_MAILED = """
            SELECT max(mailed_at) FROM notification WHERE organization_id = :organization AND kind = :kind
            """;

    private static final String INSERT = """
            INSERT INTO notification (organization_id, id, kind, subject_count, sealed, begun_at, latest_at, mail_at)
            VALUES (:organization, :id, :kind, :count, :sealed, :now, :now, :mailAt)
            ON CONFLICT (organization_id, kind) WHERE mail_at IS NOT NULL DO NOTHING
            """;

    private static final String GROW = """
            UPDATE notification SET subject_count = :count, sealed = :sealed, latest_at = :now
            WHERE organization_id = :organization AND id = :id
            """;

    private static final String DUE = """
            SELECT organization_id, id, kind, subject_count, sealed, latest_at, false AS unread
            FROM notification WHERE mail_at <= :now ORDER BY mail_at LIMIT :most
            """;

    private static final String LOCK_DUE = """
            SELECT organization_id, id, kind, subject_count, sealed, latest_at, false AS unread
            FROM notification WHERE organization_id = :organization AND id = :id AND mail_at <= :now
            FOR UPDATE SKIP LOCKED
            """;

    private static final String MAILED = """
            UPDATE notification SET mail_at = NULL, mailed_at = :now WHERE organization_id = :organization AND id = :id
            """;

    private static final String PAGE = """
            SELECT sent.organization_id, sent.id, sent.kind, sent.subject_count, sent.sealed,
                   sent.latest_at, COALESCE(reading.subject_count, 0) < sent.subject_count AS unread
            FROM notification sent
            LEFT JOIN notification_reading reading
                ON reading.organization_id = sent.organization_id AND reading.user_id = :user
                    AND reading.notification_id = sent.id
            WHERE sent.organization_id = :organization AND sent.kind = ANY (string_to_array(:kinds, ','))
            ORDER BY unread DESC, sent.latest_at DESC, sent.id DESC LIMIT :limit OFFSET :offset
            """;

    private static final String COUNT = """
            SELECT count(*) FROM notification
            WHERE organization_id = :organization AND kind = ANY (string_to_array(:kinds, ','))
            """;

    /// Counts up to the maximum of the unread counter.
    private static final String UNREAD = """
            SELECT count(*) FROM (
                SELECT 1 FROM notification
                WHERE organization_id = :organization AND kind = ANY (string_to_array(:kinds, ','))
                    AND NOT EXISTS (
                        SELECT 1 FROM notification_reading reading
                        WHERE reading.organization_id = notification.organization_id AND reading.user_id = :user
                            AND reading.notification_id = notification.id
                            AND reading.subject_count >= notification.subject_count)
                LIMIT :most) AS unread
            """;

    private static final String LATEST_OF_READER = """
            SELECT max(latest_at) FROM notification
            WHERE organization_id = :organization AND kind = ANY (string_to_array(:kinds, ','))
            """;

    /// Marks one notice as read, or all if no id is given, except those that have grown since a time.
    private static final String READ = """
            INSERT INTO notification_reading AS reading (organization_id, user_id, notification_id, subject_count)
            SELECT organization_id, :user, id, subject_count FROM notification
            WHERE organization_id = :organization AND kind = ANY (string_to_array(:kinds, ','))
                AND (:id::uuid IS NULL OR id = :id::uuid)
                AND (:until::timestamptz IS NULL OR latest_at <= :until::timestamptz)
            ORDER BY id
            ON CONFLICT (organization_id, user_id, notification_id)
            DO UPDATE SET subject_count = excluded.subject_count
                WHERE reading.subject_count < excluded.subject_count
            """;

    /// Finds the last of each kind by the index, however many there are.
    private static final String LATEST = """
            SELECT asked.organization_id, max(latest.latest_at) AS latest_at
            FROM unnest(?::uuid[]) AS asked (organization_id)
            CROSS JOIN unnest(?::text[]) AS kinds (kind)
            CROSS JOIN LATERAL (
                SELECT notification.latest_at FROM notification
                WHERE notification.organization_id = asked.organization_id AND notification.kind = kinds.kind
                ORDER BY notification.latest_at DESC LIMIT 1) AS latest
            GROUP BY asked.organization_id
            """;

    private static final String SWEEP = """
            DELETE FROM notification WHERE (organization_id, id) IN (
                SELECT organization_id, id FROM notification WHERE mailed_at < :before
                LIMIT :most FOR UPDATE SKIP LOCKED)
            """;

    private NotificationStore() {}

    /// A notice as it lies in the table.
    record Row(UUID organizationId, UUID id, Kind kind, int count, byte[] sealed, Instant latestAt, boolean unread) {}

    static Optional<Row> lockOpen(Tx tx, UUID organizationId, Kind kind) {
        return tx.handle()
                .createQuery(LOCK_OPEN)
                .bind("organization", organizationId)
                .bind("kind", kind.name())
                .map((row, _) -> read(row))
                .findOne();
    }

    static Optional<Instant> lastMailed(Tx tx, UUID organizationId, Kind kind) {
        return tx.handle()
                .createQuery(LAST_MAILED)
                .bind("organization", organizationId)
                .bind("kind", kind.name())
                .mapTo(OffsetDateTime.class)
                .findOne()
                .map(OffsetDateTime::toInstant);
    }

    /// Returns false if another notice was opened in between.
    static boolean insert(Tx tx, Row row, Instant mailAt) {
        return tx.handle()
                        .createUpdate(INSERT)
                        .bind("organization", row.organizationId())
                        .bind("id", row.id())
                        .bind("kind", row.kind().name())
                        .bind("count", row.count())
                        .bind("sealed", row.sealed())
                        .bind("now", row.latestAt())
                        .bind("mailAt", mailAt)
                        .execute()
                == 1;
    }

    static void grow(Tx tx, Row row) {
        tx.handle()
                .createUpdate(GROW)
                .bind("organization", row.organizationId())
                .bind("id", row.id())
                .bind("count", row.count())
                .bind("sealed", row.sealed())
                .bind("now", row.latestAt())
                .execute();
    }

    static List<Row> due(Handle handle, Instant now, int most) {
        return handle.createQuery(DUE)
                .bind("now", now)
                .bind("most", most)
                .map((row, _) -> read(row))
                .list();
    }

    /// Locks a due notice, unless another node has locked or processed it.
    static Optional<Row> lockDue(Tx tx, Row row, Instant now) {
        return tx.handle()
                .createQuery(LOCK_DUE)
                .bind("organization", row.organizationId())
                .bind("id", row.id())
                .bind("now", now)
                .map((results, _) -> read(results))
                .findOne();
    }

    static void mailed(Tx tx, Row row, Instant now) {
        tx.handle()
                .createUpdate(MAILED)
                .bind("organization", row.organizationId())
                .bind("id", row.id())
                .bind("now", now)
                .execute();
    }

    static List<Row> page(Handle handle, Reader reader, int limit, long offset) {
        return handle.createQuery(PAGE)
                .bind("organization", reader.organizationId())
                .bind("user", reader.userId())
                .bind("kinds", names(reader.kinds()))
                .bind("limit", limit)
                .bind("offset", offset)
                .map((row, _) -> read(row))
                .list();
    }

    static long count(Handle handle, Reader reader) {
        return handle.createQuery(COUNT)
                .bind("organization", reader.organizationId())
                .bind("kinds", names(reader.kinds()))
                .mapTo(Long.class)
                .one();
    }

    static int unread(Handle handle, Reader reader, int most) {
        return handle.createQuery(UNREAD)
                .bind("organization", reader.organizationId())
                .bind("user", reader.userId())
                .bind("kinds", names(reader.kinds()))
                .bind("most", most)
                .mapTo(Integer.class)
                .one();
    }

    static Optional<Instant> latest(Handle handle, Reader reader) {
        return handle.createQuery(LATEST_OF_READER)
                .bind("organization", reader.organizationId())
                .bind("kinds", names(reader.kinds()))
                .mapTo(OffsetDateTime.class)
                .findOne()
                .map(OffsetDateTime::toInstant);
    }

    /// @param id null for all
    /// @param until null for no limit
    static void read(Tx tx, Reader reader, Optional<UUID> id, Optional<Instant> until) {
        tx.handle()
                .createUpdate(READ)
                .bind("organization", reader.organizationId())
                .bind("user", reader.userId())
                .bind("kinds", names(reader.kinds()))
                .bind("id", id.orElse(null))
                .bind("until", until.orElse(null))
                .execute();
    }

    static Map<UUID, Instant> latest(Handle handle, List<UUID> organizations) {
        return Batch.of(LATEST)
                .uuids(organizations, each -> each)
                .texts(List.of(Kind.values()), Kind::name)
                .query(handle, row -> Map.entry(row.getObject(1, UUID.class), Times.instant(row, "latest_at")))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    static int deleteExpired(Tx tx, Instant before, int most) {
        return tx.handle()
                .createUpdate(SWEEP)
                .bind("before", before)
                .bind("most", most)
                .execute();
    }

    static String names(Collection<Kind> kinds) {
        return kinds.stream().map(Kind::name).collect(Collectors.joining(","));
    }

    private static Row read(ResultSet row) throws SQLException {
        return new Row(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                Kind.valueOf(row.getString("kind")),
                row.getInt("subject_count"),
                row.getBytes("sealed"),
                Times.instant(row, "latest_at"),
                row.getBoolean("unread"));
    }
}
