package dev.sluice.webhook.delivery;

import dev.sluice.db.Times;
import dev.sluice.webhook.delivery.Backlog.DeliveryReport;
import dev.sluice.webhook.delivery.Backlog.Pending;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of the operators' view: the progress of endpoints, and the open messages.
final class BacklogStore {
    private static final String TOLD = """
            SELECT organization_id, count(*) AS endpoints, min(position) AS position,
                   min(failing_since) AS failing_since
            FROM webhook_cursor WHERE active GROUP BY organization_id ORDER BY organization_id
            """;

    private static final String PENDING = """
            SELECT organization_id, count(*) AS deliveries, min(created_at) AS oldest FROM webhook_delivery
            WHERE status = 'pending' GROUP BY organization_id ORDER BY organization_id
            """;

    private BacklogStore() {}

    static List<DeliveryReport> reports(Handle handle) {
        return handle.createQuery(TOLD)
                .map((row, _) -> new DeliveryReport(
                        row.getObject("organization_id", UUID.class),
                        row.getLong("endpoints"),
                        row.getLong("position"),
                        Times.optionalInstant(row, "failing_since")))
                .list();
    }

    static List<Pending> pending(Handle handle) {
        return handle.createQuery(PENDING)
                .map((row, _) -> new Pending(
                        row.getObject("organization_id", UUID.class),
                        row.getLong("deliveries"),
                        Times.optionalInstant(row, "oldest")))
                .list();
    }
}
