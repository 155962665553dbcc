package dev.sluice.webhook.delivery;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import dev.sluice.webhook.delivery.Delivery.Result;
import dev.sluice.webhook.delivery.Delivery.Status;
import dev.sluice.webhook.delivery.DeliveryStore.Outcome;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of `webhook_attempt`: results of attempts. A first attempt that succeeds is not stored here.
final class AttemptStore {
    private static final String INSERT = """
            INSERT INTO webhook_attempt (organization_id, delivery_id, attempt, attempted_at, status_code, latency_ms,
                                         error, excerpt)
            SELECT * FROM unnest(?::uuid[], ?::uuid[], ?::int4[], ?::timestamptz[], ?::int4[], ?::int4[], ?::text[],
                                 ?::bytea[])
            ON CONFLICT DO NOTHING
            """;

    private static final String SELECT = """
            SELECT attempt, attempted_at, status_code, latency_ms, error, excerpt FROM webhook_attempt
            WHERE organization_id = :organization AND delivery_id = :id ORDER BY attempt
            """;

    /// The last result would be overwritten; it may not be among the attempts yet.
    private static final String KEEP_LAST = """
            INSERT INTO webhook_attempt (organization_id, delivery_id, attempt, attempted_at, status_code, latency_ms,
                                         error, excerpt)
            SELECT organization_id, id, attempt, attempted_at, status_code, latency_ms, error, excerpt
            FROM webhook_delivery
            WHERE organization_id = :organization AND endpoint_id = :endpoint AND id = :id AND status <> 'pending'
            ON CONFLICT DO NOTHING
            """;

    private final DeliveryStore deliveries;

    /// @param deliveries knows how results are kept
    AttemptStore(DeliveryStore deliveries) {
        this.deliveries = deliveries;
    }

    /// Stores the attempts, except first attempts that succeeded.
    void insert(Tx tx, List<Outcome> outcomes) {
        var notable = outcomes.stream()
                .filter(each -> each.result().attempt() > 1 || each.status() != Status.DELIVERED)
                .toList();
        if (!notable.isEmpty()) {
            Batch.of(INSERT)
                    .uuids(notable, each -> each.delivery().endpoint().organizationId())
                    .uuids(notable, each -> each.delivery().id())
                    .integers(notable, each -> each.result().attempt())
                    .instants(notable, each -> each.result().at())
                    .longs(notable, DeliveryStore::statusCode)
                    .integers(notable, each -> each.result().latencyMillis())
                    .texts(notable, each -> each.result().error())
                    .bytes(notable, each -> deliveries.sealed(each.delivery(), each.result()))
                    .write(tx);
        }
    }

    List<Result> of(Handle handle, UUID organizationId, UUID deliveryId) {
        return handle.createQuery(SELECT)
                .bind("organization", organizationId)
                .bind("id", deliveryId)
                .map((row, _) -> deliveries.result(row, organizationId))
                .list();
    }

    /// Stores a delivery's last attempt before another one begins.
    static void storeLast(Tx tx, Delivery delivery) {
        delivery.endpoint()
                .bind(tx.handle().createUpdate(KEEP_LAST))
                .bind("id", delivery.id())
                .execute();
    }
}
