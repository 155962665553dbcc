package dev.sluice.notification;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/// SQL of `notification_cursor`.
final class NotificationCursorStore {
    private static final String ALL = "SELECT organization_id, position FROM notification_cursor";

    private static final String INSERT = """
            INSERT INTO notification_cursor (organization_id, position)
            SELECT organization_id, 0 FROM unnest(?::uuid[]) AS new (organization_id) ORDER BY organization_id
            ON CONFLICT (organization_id) DO NOTHING
            """;

    private static final String LOCK = """
            SELECT organization_id, position FROM notification_cursor WHERE organization_id = ANY (?::uuid[])
            ORDER BY organization_id FOR UPDATE SKIP LOCKED
            """;

    private static final String HOLD = """
            SELECT position FROM notification_cursor WHERE organization_id = :organization FOR UPDATE
            """;

    private static final String MOVE = """
            UPDATE notification_cursor cursor SET position = moved.position
            FROM unnest(?::uuid[], ?::int8[]) AS moved (organization_id, position)
            WHERE cursor.organization_id = moved.organization_id
            """;

    private NotificationCursorStore() {}

    static Map<UUID, Long> all(Handle handle) {
        return handle
                .createQuery(ALL)
                .map((row, _) -> Map.entry(row.getObject("organization_id", UUID.class), row.getLong("position")))
                .list()
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    static void insert(Tx tx, List<UUID> organizations) {
        Batch.of(INSERT).uuids(organizations, each -> each).write(tx);
    }

    /// Locks the cursors among some, and skips those that another node has locked.
    static List<Map.Entry<UUID, Long>> lock(Tx tx, List<UUID> organizations) {
        return Batch.of(LOCK)
                .uuids(organizations, each -> each)
                .query(tx, row -> Map.entry(row.getObject(1, UUID.class), row.getLong(2)));
    }

    /// Locks an organization's cursor, and waits for other nodes: changes of an organization's single rows are
    /// made one after another.
    static void hold(Tx tx, UUID organizationId) {
        insert(tx, List.of(organizationId));
        tx.handle()
                .createQuery(HOLD)
                .bind("organization", organizationId)
                .mapTo(Long.class)
                .one();
    }

    static void move(Tx tx, List<Map.Entry<UUID, Long>> moved) {
        Batch.of(MOVE)
                .uuids(moved, Map.Entry::getKey)
                .longs(moved, Map.Entry::getValue)
                .write(tx);
    }
}
