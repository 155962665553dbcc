package dev.sluice.webhook;

import dev.sluice.webhook.EventHistory.Sent;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of where events were sent. Each endpoint's deliveries are found by the events' positions.
final class HistoryStore {
    private static final String AT = """
            SELECT delivery.id, delivery.endpoint_id, delivery.event_id, endpoint.url, delivery.status,
                   delivery.attempt, delivery.status_code
            FROM webhook_endpoint endpoint
            JOIN webhook_delivery delivery
                 ON delivery.organization_id = endpoint.organization_id AND delivery.endpoint_id = endpoint.id
            WHERE endpoint.organization_id = :organization AND delivery.position = ANY (:positions)
            ORDER BY delivery.id
            """;

    private HistoryStore() {}

    static List<Sent> at(Handle handle, UUID organizationId, List<Long> positions) {
        return handle.createQuery(AT)
                .bind("organization", organizationId)
                .bindArray("positions", Long.class, positions.toArray())
                .map((row, _) -> new Sent(
                        row.getObject("id", UUID.class),
                        row.getObject("endpoint_id", UUID.class),
                        row.getObject("event_id", UUID.class),
                        URI.create(row.getString("url")),
                        row.getString("status"),
                        row.getInt("attempt"),
                        row.getObject("status_code", Integer.class)))
                .list();
    }
}
