package dev.sluice.webhook;

import dev.sluice.db.Database;
import dev.sluice.event.Events;
import dev.sluice.event.Recorded;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What merchants were told of a payment: its events, and where each was sent.
public final class EventHistory {
    private final Database database;
    private final Events events;

    EventHistory(Database database, Events events) {
        this.database = database;
        this.events = events;
    }

    /// An event, and its deliveries as far as they have begun, the first one first.
    public record Told(UUID eventId, String type, Instant createdAt, List<Sent> deliveries) {
        public Told {
            deliveries = List.copyOf(deliveries);
        }
    }

    /// A delivery of an event to an endpoint.
    ///
    /// @param status `pending`, `delivered` or `failed`
    /// @param statusCode what the endpoint answered last, where it did
    public record Sent(
            UUID deliveryId,
            UUID endpointId,
            UUID eventId,
            URI url,
            String status,
            int attempts,
            @Nullable Integer statusCode) {}

    /// The events of a payment, oldest first.
    public List<Told> of(UUID organizationId, UUID paymentId) {
        return database.inTx(tx -> {
            var recorded = events.of(tx, organizationId, paymentId);
            var positions = recorded.stream().map(Recorded::position).toList();
            var sent = HistoryStore.at(tx.handle(), organizationId, positions).stream()
                    .collect(Collectors.groupingBy(Sent::eventId));
            return recorded.stream()
                    .map(each -> new Told(
                            each.id(),
                            each.event().type(),
                            each.event().createdAt(),
                            sent.getOrDefault(each.id(), List.of())))
                    .toList();
        });
    }
}
