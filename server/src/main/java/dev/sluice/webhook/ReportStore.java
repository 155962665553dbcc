package dev.sluice.webhook;

import dev.sluice.db.Owner;
import dev.sluice.db.Times;
import dev.sluice.webhook.Reports.DeliveryReport;
import dev.sluice.webhook.Reports.Health;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/// SQL of `webhook_delivery` for dashboard pages: overviews of endpoints and events.
final class ReportStore {
    private static final int LATEST = 100;

    /// Reads only the latest deliveries of each endpoint. The start of its failures is the one used for disabling
    /// it.
    private static final String HEALTH = """
            SELECT endpoint.id,
                max(latest.attempted_at) FILTER (WHERE latest.status = 'delivered') AS success,
                max(latest.attempted_at) FILTER (WHERE latest.status <> 'delivered') AS failure,
                max(cursor.failing_since) AS failing_since
            FROM webhook_endpoint endpoint
            LEFT JOIN webhook_cursor cursor
                ON cursor.organization_id = endpoint.organization_id AND cursor.endpoint_id = endpoint.id
            CROSS JOIN LATERAL (
                SELECT status, attempted_at FROM webhook_delivery delivery
                WHERE delivery.organization_id = endpoint.organization_id AND delivery.endpoint_id = endpoint.id
                ORDER BY delivery.id DESC LIMIT :latest) AS latest
            WHERE endpoint.organization_id = :organization AND endpoint.status <> 'deleted'
            GROUP BY endpoint.id
            """;

    /// Finds each endpoint's deliveries by the events' positions in the feed.
    private static final String AT = """
            SELECT delivery.event_id, delivery.id, delivery.endpoint_id, endpoint.url, delivery.status,
                delivery.attempt, delivery.status_code, delivery.attempted_at
            FROM webhook_endpoint endpoint
            JOIN webhook_delivery delivery
                ON delivery.organization_id = endpoint.organization_id AND delivery.endpoint_id = endpoint.id
            WHERE endpoint.organization_id = :organization AND endpoint.status <> 'deleted'
                AND delivery.position = ANY (:positions)
            ORDER BY delivery.position, endpoint.id
            """;

    /// Finds an endpoint, or a delivery of one: an organization has few endpoints.
    private static final String OWNER = """
            SELECT e.organization_id FROM unnest(:organizations::uuid[]) AS o (organization_id)
            JOIN webhook_endpoint e ON e.organization_id = o.organization_id AND e.id = :id AND e.status <> 'deleted'
            UNION ALL
            SELECT e.organization_id FROM unnest(:organizations::uuid[]) AS o (organization_id)
            JOIN webhook_endpoint e ON e.organization_id = o.organization_id
            JOIN webhook_delivery d ON d.organization_id = e.organization_id AND d.endpoint_id = e.id AND d.id = :id
            LIMIT 1
            """;

    private ReportStore() {}

    static Optional<UUID> owner(Handle handle, List<UUID> organizations, UUID id) {
        return Owner.of(handle, OWNER, organizations, id);
    }

    static Map<UUID, Health> health(Handle handle, UUID organizationId) {
        return handle
                .createQuery(HEALTH)
                .bind("organization", organizationId)
                .bind("latest", LATEST)
                .map((row, _) -> Map.entry(
                        row.getObject("id", UUID.class),
                        new Health(
                                Times.optionalInstant(row, "success"),
                                Times.optionalInstant(row, "failure"),
                                Times.optionalInstant(row, "failing_since"))))
                .stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    static List<DeliveryReport> at(Handle handle, UUID organizationId, List<Long> positions) {
        return handle.createQuery(AT)
                .bind("organization", organizationId)
                .bindArray("positions", Long.class, positions)
                .map((row, _) -> new DeliveryReport(
                        row.getObject("event_id", UUID.class),
                        row.getObject("id", UUID.class),
                        row.getObject("endpoint_id", UUID.class),
                        row.getString("url"),
                        row.getString("status"),
                        row.getInt("attempt"),
                        row.getObject("status_code", Integer.class),
                        Times.optionalInstant(row, "attempted_at")))
                .list();
    }
}
