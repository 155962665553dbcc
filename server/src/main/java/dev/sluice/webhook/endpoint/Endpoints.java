package dev.sluice.webhook.endpoint;

import dev.sluice.change.ProposedChange.Field;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.event.Event;
import dev.sluice.event.Events;
import dev.sluice.http.JsonObject;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.webhook.delivery.AttemptResult;
import dev.sluice.webhook.delivery.Delivery;
import dev.sluice.webhook.delivery.Delivery.Result;
import dev.sluice.webhook.delivery.Delivery.Status;
import dev.sluice.webhook.delivery.DeliveryStore;
import dev.sluice.webhook.delivery.Sender;
import dev.sluice.webhook.delivery.Sender.WebhookRequest;
import dev.sluice.webhook.endpoint.Endpoint.Amounts;
import dev.sluice.webhook.endpoint.Endpoint.Reason;
import dev.sluice.webhook.feed.Payload;
import dev.sluice.webhook.feed.Types;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// The endpoints of merchants.
public final class Endpoints {
    private static final int PER_ORGANIZATION_MAX = 50;
    public static final int TESTS_AT_ONCE_MAX = 4;

    private final Database database;
    private final Clocks clocks;
    private final Events events;
    private final EndpointStore store;
    private final Sender sender;
    private final Payload payload;
    private final RandomGenerator random;
    private final HostCheckLimiter limiter = new HostCheckLimiter(TESTS_AT_ONCE_MAX);

    public Endpoints(
            Database database,
            Clocks clocks,
            Events events,
            EndpointStore store,
            Sender sender,
            Payload payload,
            RandomGenerator random) {
        this.database = database;
        this.clocks = clocks;
        this.events = events;
        this.store = store;
        this.sender = sender;
        this.payload = payload;
        this.random = random;
    }

    /// Settings that an owner gives for an endpoint. An empty setting keeps the previous value.
    ///
    /// @param description empty to keep it; an empty value inside removes it
    /// @param enabled true if the endpoint receives events
    public record NewEndpoint(
            Optional<URI> url,
            Optional<List<String>> types,
            Optional<Optional<String>> description,
            Optional<Amounts> amounts,
            Optional<Boolean> enabled) {
        /// Returns the given values, as an approver reads them.
        public List<Field> fields() {
            var fields = new ArrayList<Field>();
            url.ifPresent(given -> fields.add(new Field("url", given.toString())));
            types.ifPresent(given -> given.stream().sorted().forEach(type -> fields.add(new Field("types", type))));
            description.ifPresent(given -> fields.add(new Field("description", given.orElse(""))));
            amounts.ifPresent(
                    given -> fields.add(new Field("amounts", given.name().toLowerCase(Locale.ROOT))));
            enabled.ifPresent(given -> fields.add(new Field("enabled", given.toString())));
            return fields;
        }
    }

    public List<Endpoint> of(UUID organizationId) {
        return database.read(handle -> store.of(handle, organizationId));
    }

    /// @throws Refused `WEBHOOK_ENDPOINT_NOT_FOUND`
    public Endpoint get(UUID organizationId, UUID id) {
        return found(organizationId, id).endpoint();
    }

    /// An endpoint that something is sent to.
    ///
    /// @throws Refused `WEBHOOK_ENDPOINT_NOT_FOUND`, `WEBHOOK_ENDPOINT_HELD`
    public Endpoint toUse(UUID organizationId, UUID id) {
        return found(organizationId, id).toUse();
    }

    private EndpointStore.Checked found(UUID organizationId, UUID id) {
        return database.read(handle -> store.find(handle, organizationId, id))
                .orElseThrow(Refusal.WEBHOOK_ENDPOINT_NOT_FOUND::refused);
    }

    /// Creates an endpoint for all events from now on, unless it is created as disabled.
    ///
    /// @throws Refused `WEBHOOK_ENDPOINTS_EXHAUSTED` if the organization has the maximum number
    public Endpoint create(Tx tx, UUID organizationId, NewEndpoint newEndpoint) {
        // Concurrent creations count the endpoints one after the other.
        EndpointCursorStore.lockAll(tx, organizationId);
        if (store.of(tx.handle(), organizationId).size() >= PER_ORGANIZATION_MAX) {
            throw Refusal.WEBHOOK_ENDPOINTS_EXHAUSTED.refused();
        }
        var now = clocks.instant();
        boolean enabled = newEndpoint.enabled().orElse(true);
        var endpoint = new Endpoint(
                organizationId,
                clocks.newId(),
                newEndpoint.url().orElseThrow(),
                newEndpoint.types().orElseThrow(),
                newEndpoint.description().flatMap(text -> text).orElse(null),
                newEndpoint.amounts().orElse(Amounts.NUMBER),
                enabled ? Endpoint.Status.ENABLED : Endpoint.Status.DISABLED,
                enabled ? null : new Endpoint.Disabled(Reason.REQUESTED, now),
                Secrets.fresh(random),
                now,
                now);
        store.insert(tx, endpoint);
        EndpointCursorStore.insert(tx, EndpointRef.of(endpoint), last(tx, organizationId), enabled);
        return endpoint;
    }

    /// @param seen optimistic lock: refuses to change an endpoint that differs from the version read
    public Endpoint change(Tx tx, UUID organizationId, UUID id, NewEndpoint newEndpoint, Consumer<Endpoint> seen) {
        var now = clocks.instant();
        var before = locked(tx, organizationId, id).toUse();
        seen.accept(before);
        var after = before.with(
                newEndpoint.url().orElse(before.url()),
                newEndpoint.types().orElse(before.types()),
                newEndpoint
                        .description()
                        .orElse(Optional.ofNullable(before.description()))
                        .orElse(null),
                newEndpoint.amounts().orElse(before.amounts()),
                now);
        var switched = newEndpoint.enabled().orElse(before.isEnabled());
        if (switched != before.isEnabled()) {
            after = switched ? after.enabled(now) : after.disabled(Reason.REQUESTED, now);
            move(tx, after, now);
        }
        store.update(tx, after);
        return after;
    }

    /// Starts or stops deliveries to an endpoint. Events from the time when it was disabled are not delivered
    /// unless requested. Deliveries that waited for another attempt are.
    private void move(Tx tx, Endpoint endpoint, Instant now) {
        var ref = EndpointRef.of(endpoint);
        if (endpoint.isEnabled()) {
            EndpointCursorStore.activate(tx, ref, last(tx, endpoint.organizationId()));
            DeliveryStore.makeDue(tx, ref, now);
        } else {
            EndpointCursorStore.deactivate(tx, ref);
        }
    }

    /// Deletes an endpoint, even a held one.
    public Endpoint delete(Tx tx, UUID organizationId, UUID id) {
        var endpoint = locked(tx, organizationId, id).endpoint().deleted(clocks.instant());
        EndpointCursorStore.deactivate(tx, EndpointRef.of(endpoint));
        store.update(tx, endpoint);
        return endpoint;
    }

    /// @throws Refused `WEBHOOK_ENDPOINT_NOT_FOUND`, `WEBHOOK_ENDPOINT_HELD`, `WEBHOOK_SECRETS_EXHAUSTED`
    public Endpoint rotate(Tx tx, UUID organizationId, UUID id) {
        var now = clocks.instant();
        var before = locked(tx, organizationId, id).toUse();
        var after = before.with(before.secrets().rotated(random, now), now);
        store.update(tx, after);
        return after;
    }

    /// Sends a test message at once, so that the owner sees whether it arrives. The request waits for the answer,
    /// so an organization may run only a few at a time.
    public Delivery tried(Endpoint endpoint) {
        var now = clocks.instant();
        var id = clocks.newId();
        var event = new Event(endpoint.organizationId(), endpoint.id(), Types.TEST, 1, new byte[0], now);
        var message = payload.message(
                id,
                event,
                new JsonObject()
                        .put("endpointId", endpoint.id())
                        .put("message", "This is a test of your webhook endpoint"));
        var request =
                new WebhookRequest(endpoint.url(), message, endpoint.secrets().inUse(now), clocks.realInstant());
        var result = sent(endpoint.organizationId(), request);
        var ended = clocks.instant();
        return new Delivery(
                EndpointRef.of(endpoint),
                clocks.newId(),
                null,
                id,
                endpoint.id(),
                Types.TEST,
                result.isSuccess() ? Status.DELIVERED : Status.FAILED,
                1,
                0,
                new Result(
                        1,
                        ended,
                        result.statusCode(),
                        (int) result.latency().toMillis(),
                        result.error(),
                        result.excerpt()),
                null,
                now,
                ended);
    }

    private AttemptResult sent(UUID organizationId, WebhookRequest request) {
        try (var _ = limiter.run(organizationId)) {
            return sender.send(organizationId, request);
        }
    }

    private EndpointStore.Checked locked(Tx tx, UUID organizationId, UUID id) {
        return store.lock(tx, organizationId, id).orElseThrow(Refusal.WEBHOOK_ENDPOINT_NOT_FOUND::refused);
    }

    private long last(Tx tx, UUID organizationId) {
        return events.lastPositions(tx, List.of(organizationId)).get().getOrDefault(organizationId, 0L);
    }
}
