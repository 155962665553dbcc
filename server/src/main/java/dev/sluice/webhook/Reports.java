package dev.sluice.webhook;

import dev.sluice.client.model.EventTypes;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.event.Events;
import dev.sluice.event.Recorded;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What pages for people show of webhooks beyond the API: how endpoints fare, where an event went, what was sent.
public final class Reports {
    /// How many events of a payment are told at most.
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

    /// How an endpoint fares, as far as its latest deliveries tell.
    ///
    /// @param lastSuccess when something arrived last
    /// @param lastFailure when an attempt failed last that was not made good since
    public record Health(
            @Nullable Instant lastSuccess,
            @Nullable Instant lastFailure,
            @Nullable Instant failingSince) {}

    /// What happened, and where it was told; the latter as far as that is kept.
    public record Story(UUID eventId, String type, Instant createdAt, List<Told> told) {
        public Story {
            told = List.copyOf(told);
        }
    }

    /// One event on its way to one endpoint.
    ///
    /// @param status `pending`, `delivered` or `failed`
    /// @param statusCode what the endpoint answered last, where it did
    /// @param attemptedAt when the last attempt that has ended was made
    public record Told(
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
    /// @param until when it signs no more
    public record FormerSecret(Instant replacedAt, Instant until) {}

    /// The secrets from before that still sign for an endpoint, the newest first.
    public List<FormerSecret> formerSecrets(UUID organizationId, UUID id) {
        var now = clocks.instant();
        return database.read(handle -> endpoints.find(handle, organizationId, id)).stream()
                .flatMap(found -> found.endpoint().secrets().formerInUse(now).stream())
                .map(former -> new FormerSecret(former.replacedAt(), former.until()))
                .toList();
    }

    /// How the endpoints of an organization fare, by their ids. Those that were told nothing are missing.
    public Map<UUID, Health> health(UUID organizationId) {
        return database.read(handle -> ReportStore.health(handle, organizationId));
    }

    /// Where an event went, endpoint by endpoint.
    public List<Told> ofEvent(UUID organizationId, UUID eventId) {
        return event(organizationId, eventId)
                .map(event -> List.of(event.position()))
                .map(position -> database.read(handle -> ReportStore.at(handle, organizationId, position)))
                .orElse(List.of());
    }

    /// The last events of a payment, the oldest first. Only one whose status was forced again and again has more.
    public List<Story> ofPayment(UUID organizationId, UUID paymentId) {
        return database.inTx(tx -> {
            var recorded = events.headsOf(tx, organizationId, paymentId, STORY_MAX);
            var positions = recorded.stream().map(Recorded::position).toList();
            var told = ReportStore.at(tx.handle(), organizationId, positions).stream()
                    .collect(Collectors.groupingBy(Told::eventId));
            return recorded.stream()
                    .map(each -> new Story(
                            each.id(),
                            each.event().type(),
                            each.event().createdAt(),
                            told.getOrDefault(each.id(), List.of())))
                    .toList();
        });
    }

    /// The body that tells of an event, byte for byte; nothing for a test, whose body is not kept.
    public Optional<String> body(UUID organizationId, UUID eventId) {
        return event(organizationId, eventId)
                .map(event -> new String(payload.message(event).body(), StandardCharsets.UTF_8));
    }

    private Optional<Recorded> event(UUID organizationId, UUID eventId) {
        return database.inTx(tx -> events.find(tx, organizationId, eventId));
    }

    /// Whose an endpoint or a delivery is.
    ///
    /// @param organizations to look in
    public Optional<UUID> owner(List<UUID> organizations, UUID id) {
        return database.browse(handle -> ReportStore.owner(handle, organizations, id));
    }

    /// Whose an event is. Its id tells where to look.
    ///
    /// @param organizations to look in
    public Optional<UUID> ownerOfEvent(List<UUID> organizations, UUID id) {
        return organizations.stream()
                .filter(each -> Recorded.position(each, id).isPresent())
                .filter(each -> event(each, id).isPresent())
                .findFirst();
    }

    /// The types of events, in the order in which people are shown them.
    public static List<String> types() {
        return EventTypes.ALL;
    }
}
