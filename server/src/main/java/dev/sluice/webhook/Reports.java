package dev.sluice.webhook;

import dev.sluice.client.model.EventTypes;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.event.Events;
import dev.sluice.event.Recorded;
import dev.sluice.webhook.endpoint.EndpointStore;
import dev.sluice.webhook.feed.Payload;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Webhook data for dashboard pages beyond the API: health of endpoints, deliveries of an event, message bodies.
public final class Reports {
    /// Maximum number of a payment's events.
    private static final int STORY_MAX = 100;

    private final Database database;
    private final Clocks clocks;
    private final EndpointStore endpoints;
    private final Events events;
    private final Payload payload;

    Reports(Database database, Clocks clocks, EndpointStore endpoints, Events events, Payload payload) {
        this.database = database;
        this.clocks = clocks;
        this.endpoints = endpoints;
        this.events = events;
        this.payload = payload;
    }

    /// Health of an endpoint, by its latest deliveries.
    ///
    /// @param lastSuccess time of the last successful delivery
    /// @param lastFailure time of the last failed attempt that was not made good since
    public record Health(
            @Nullable Instant lastSuccess,
            @Nullable Instant lastFailure,
            @Nullable Instant failingSince) {}

    /// An event and its deliveries, as far as they are kept.
    public record EventHistory(UUID eventId, String type, Instant createdAt, List<DeliveryReport> reports) {
        public EventHistory {
            reports = List.copyOf(reports);
        }
    }

    /// One event's delivery to one endpoint.
    ///
    /// @param status `pending`, `delivered` or `failed`
    /// @param statusCode last status code of the endpoint, if there was one
    /// @param attemptedAt time of the last finished attempt
    public record DeliveryReport(
            UUID eventId,
            UUID deliveryId,
            UUID endpointId,
            String url,
            String status,
            int attempt,
            @Nullable Integer statusCode,
            @Nullable Instant attemptedAt) {}

    /// A secret from before.
    ///
    /// @param until end of its use
    public record FormerSecret(Instant replacedAt, Instant until) {}

    /// The secrets from before that still sign for an endpoint, the newest first.
    public List<FormerSecret> formerSecrets(UUID organizationId, UUID id) {
        var now = clocks.instant();
        return database.read(handle -> endpoints.find(handle, organizationId, id)).stream()
                .flatMap(found -> found.endpoint().secrets().formerInUse(now).stream())
                .map(former -> new FormerSecret(former.replacedAt(), former.until()))
                .toList();
    }

    /// Returns the health of an organization's endpoints by id. Endpoints without deliveries are missing.
    public Map<UUID, Health> health(UUID organizationId) {
        return database.read(handle -> ReportStore.health(handle, organizationId));
    }

    /// Returns the deliveries of an event, one per endpoint.
    public List<DeliveryReport> ofEvent(UUID organizationId, UUID eventId) {
        return event(organizationId, eventId)
                .map(event -> List.of(event.position()))
                .map(position -> database.read(handle -> ReportStore.at(handle, organizationId, position)))
                .orElse(List.of());
    }

    /// Returns the last events of a payment, the oldest first. Only a payment with many forced statuses has more.
    public List<EventHistory> ofPayment(UUID organizationId, UUID paymentId) {
        return database.inTx(tx -> {
            var recorded = events.headsOf(tx, organizationId, paymentId, STORY_MAX);
            var positions = recorded.stream().map(Recorded::position).toList();
            var deliveries = ReportStore.at(tx.handle(), organizationId, positions).stream()
                    .collect(Collectors.groupingBy(DeliveryReport::eventId));
            return recorded.stream()
                    .map(each -> new EventHistory(
                            each.id(),
                            each.event().type(),
                            each.event().createdAt(),
                            deliveries.getOrDefault(each.id(), List.of())))
                    .toList();
        });
    }

    /// Returns the exact body of an event's message; nothing for a test, as its body is not kept.
    public Optional<String> body(UUID organizationId, UUID eventId) {
        return event(organizationId, eventId)
                .map(event -> new String(payload.message(event).body(), StandardCharsets.UTF_8));
    }

    private Optional<Recorded> event(UUID organizationId, UUID eventId) {
        return database.inTx(tx -> events.find(tx, organizationId, eventId));
    }

    /// Returns the organization of an endpoint or a delivery.
    ///
    /// @param organizations organizations to search
    public Optional<UUID> owner(List<UUID> organizations, UUID id) {
        return database.browse(handle -> ReportStore.owner(handle, organizations, id));
    }

    /// Returns the organization of an event. The event's id gives its place.
    ///
    /// @param organizations organizations to search
    public Optional<UUID> ownerOfEvent(List<UUID> organizations, UUID id) {
        return organizations.stream()
                .filter(each -> Recorded.position(each, id).isPresent())
                .filter(each -> event(each, id).isPresent())
                .findFirst();
    }

    /// Returns the types of events in display order.
    public static List<String> types() {
        return EventTypes.ALL;
    }
}
