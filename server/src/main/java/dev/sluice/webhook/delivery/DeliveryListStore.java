package dev.sluice.webhook.delivery;

import dev.sluice.event.Recorded;
import dev.sluice.http.Page;
import dev.sluice.webhook.delivery.Delivery.Status;
import dev.sluice.webhook.endpoint.EndpointRef;
import dev.sluice.webhook.endpoint.EndpointStore;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/// SQL of `webhook_delivery` for its list. An endpoint may have millions in a month, and a page shows a few of them.
/// Both the number of skipped rows and the count are therefore bounded.
public final class DeliveryListStore {
    /// Number of an endpoint's newest deliveries that a list looks through.
    public static final int LOOKED_THROUGH = 10_000;

    /// Statuses with few deliveries: they are found regardless of the number of later ones.
    private static final Set<String> LOOKED_FOR = Set.of(wire(Status.PENDING), wire(Status.FAILED));

    /// Finds an event's delivery by its position in the feed, looked up by the event's id; a test has no event.
    private static final String NEAR = """
            FROM (SELECT delivery.id, delivery.type, delivery.status FROM webhook_delivery delivery
                  WHERE delivery.organization_id = :organization AND delivery.endpoint_id = :endpoint
                      AND (:lookedFor::text IS NULL OR delivery.status = :lookedFor)
                      AND (:event::uuid IS NULL OR delivery.event_id = :event::uuid)
                      AND (:position::int8 IS NULL OR delivery.position = :position::int8)
                      AND (NOT :unplaced::boolean OR delivery.position IS NULL)
                  ORDER BY delivery.id DESC LIMIT :lookedThrough) AS near
            WHERE (:status::text IS NULL OR near.status = :status) AND (:type::text IS NULL OR near.type = :type)
            """;

    private static final String BY_KEY = """
            ) AS page
            JOIN webhook_delivery delivery
                ON delivery.organization_id = :organization AND delivery.endpoint_id = :endpoint
                AND delivery.id = page.id
            """;

    private static final String COUNT = "SELECT count(*) " + NEAR;

    private static final String ASCENDING = "SELECT " + DeliveryStore.COLUMNS + "FROM (SELECT near.id " + NEAR
            + "ORDER BY near.id LIMIT :limit OFFSET :offset" + BY_KEY + "ORDER BY delivery.id";

    private static final String DESCENDING = "SELECT " + DeliveryStore.COLUMNS + "FROM (SELECT near.id " + NEAR
            + "ORDER BY near.id DESC LIMIT :limit OFFSET :offset" + BY_KEY + "ORDER BY delivery.id DESC";

    private DeliveryListStore() {}

    /// Filter of an endpoint's deliveries.
    public record Filter(
            EndpointRef endpoint,
            @Nullable String status,
            @Nullable String type,
            @Nullable UUID eventId) {}

    static Page<Delivery> page(Handle handle, DeliveryStore deliveries, Filter filter, Page.Request page) {
        long total = bind(handle.createQuery(COUNT), filter).mapTo(Long.class).one();
        var sql = switch (page.sort()) {
            case CREATED_ASCENDING, UPDATED_ASCENDING -> ASCENDING;
            case CREATED_DESCENDING, UPDATED_DESCENDING -> DESCENDING;
        };
        return Page.of(
                total,
                page,
                () -> bind(handle.createQuery(sql), filter)
                        .bind("limit", page.limit())
                        .bind("offset", page.offset())
                        .map((row, _) -> deliveries.read(row))
                        .list());
    }

    private static <S extends SqlStatement<S>> S bind(S statement, Filter filter) {
        var event = filter.eventId();
        var status = filter.status();
        var position =
                event == null ? null : Recorded.position(filter.endpoint().organizationId(), event);
        return filter.endpoint()
                .bind(statement)
                .bind("status", status)
                .bind("type", filter.type())
                .bind("event", event)
                .bind("position", position == null || position.isEmpty() ? null : position.getAsLong())
                .bind("unplaced", position != null && position.isEmpty())
                .bind("lookedFor", status != null && LOOKED_FOR.contains(status) ? status : null)
                .bind("lookedThrough", LOOKED_THROUGH);
    }

    private static String wire(Status status) {
        return EndpointStore.wire(status);
    }
}
