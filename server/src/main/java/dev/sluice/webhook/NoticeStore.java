package dev.sluice.webhook;

import dev.sluice.webhook.Notices.Sent;
import dev.sluice.webhook.Notices.Told;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of what endpoints were told of some events, by the deliveries' index.
final class NoticeStore {
    private static final String SELECT = """
            SELECT delivery.position, delivery.id, endpoint.url, delivery.status, delivery.attempt, delivery.status_code
            FROM webhook_endpoint endpoint
            JOIN webhook_delivery delivery
                ON delivery.organization_id = endpoint.organization_id AND delivery.endpoint_id = endpoint.id
            WHERE endpoint.organization_id = :organization AND endpoint.status <> 'deleted'
                AND delivery.position = ANY (:positions)
            ORDER BY delivery.position, endpoint.id
            """;

    private NoticeStore() {}

    static List<Told> told(Handle handle, UUID organizationId, List<Long> positions) {
        return handle.createQuery(SELECT)
                .bind("organization", organizationId)
                .bindArray("positions", Long.class, positions)
                .map((row, _) -> new Told(
                        row.getLong("position"),
                        new Sent(
                                row.getObject("id", UUID.class),
                                row.getString("url"),
                                row.getString("status"),
                                row.getInt("attempt"),
                                row.getObject("status_code", Integer.class))))
                .list();
    }
}
