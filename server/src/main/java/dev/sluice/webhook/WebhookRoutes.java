package dev.sluice.webhook;

import dev.sluice.auth.Caller;
import dev.sluice.auth.Guard;
import dev.sluice.auth.Scope;
import dev.sluice.change.SecondPerson;
import dev.sluice.change.SecondPerson.Change;
import dev.sluice.db.Tx;
import dev.sluice.http.Answer;
import dev.sluice.http.Envelope;
import dev.sluice.http.Ids;
import dev.sluice.http.IfMatch;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Method;
import dev.sluice.http.Page;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.idempotency.Claim;
import dev.sluice.idempotency.IdempotentRequests;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.webhook.delivery.Deliveries;
import dev.sluice.webhook.delivery.DeliveryListStore.Filter;
import dev.sluice.webhook.delivery.DeliveryStore;
import dev.sluice.webhook.endpoint.Endpoint;
import dev.sluice.webhook.endpoint.EndpointRef;
import dev.sluice.webhook.endpoint.Endpoints;
import dev.sluice.webhook.endpoint.WebhookRequests;
import dev.sluice.webhook.feed.Types;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;

/// The endpoints under `/v1/webhook`.
final class WebhookRoutes {
    private static final String ENDPOINTS = "developers/webhooks";
    private static final List<String> STATUSES = List.of("pending", "delivered", "failed");

    private final IdempotentRequests idempotency;
    private final SecondPerson secondPerson;
    private final Envelope envelope;
    private final WebhookRequests requests;
    private final Endpoints endpoints;
    private final Deliveries deliveries;
    private final DeliveryStore store;

    WebhookRoutes(
            IdempotentRequests idempotency,
            SecondPerson secondPerson,
            Envelope envelope,
            WebhookRequests requests,
            Endpoints endpoints,
            Deliveries deliveries,
            DeliveryStore store) {
        this.idempotency = idempotency;
        this.secondPerson = secondPerson;
        this.envelope = envelope;
        this.requests = requests;
        this.endpoints = endpoints;
        this.deliveries = deliveries;
        this.store = store;
    }

    List<Route> routes(Guard guard) {
        return List.of(
                guard.write(Method.POST, "/v1/webhook/endpoint", Scope.WEBHOOKS, this::create),
                guard.read(Method.GET, "/v1/webhook/endpoint", Scope.READ, this::list),
                guard.read(Method.GET, "/v1/webhook/endpoint/{id}", Scope.READ, this::get),
                guard.write(Method.PATCH, "/v1/webhook/endpoint/{id}", Scope.WEBHOOKS, this::change),
                guard.write(Method.DELETE, "/v1/webhook/endpoint/{id}", Scope.WEBHOOKS, this::delete),
                guard.write(Method.POST, "/v1/webhook/endpoint/{id}/secret/rotate", Scope.WEBHOOKS, this::rotate),
                guard.write(Method.POST, "/v1/webhook/endpoint/{id}/test", Scope.WEBHOOKS, this::test),
                guard.read(Method.GET, "/v1/webhook/endpoint/{id}/delivery", Scope.READ, this::deliveries),
                guard.write(Method.POST, "/v1/webhook/endpoint/{id}/redeliver", Scope.WEBHOOKS, this::recover),
                guard.read(Method.GET, "/v1/webhook/delivery/{id}", Scope.READ, this::delivery),
                guard.write(Method.POST, "/v1/webhook/delivery/{id}/redeliver", Scope.WEBHOOKS, this::redeliver));
    }

    private Answer create(Caller caller, Request request, Claim claim) {
        var newEndpoint = requests.create(caller.organizationId(), request);
        return approved(
                caller,
                claim,
                new Change(ENDPOINTS, null, request.path(), newEndpoint.fields(), new TreeMap<>()),
                request.remoteAddress(),
                tx -> envelope.created(
                        request,
                        "Webhook endpoint created",
                        WebhookJson.withSecret(endpoints.create(tx, caller.organizationId(), newEndpoint))));
    }

    private Answer list(Caller caller, Request request) {
        var query = request.query();
        var page = Page.Request.of(query, Page.Sort.CREATED_DESCENDING);
        query.findings().throwIfAny();
        var all = endpoints.of(caller.organizationId());
        var docs = all.stream()
                .sorted(order(page.sort()))
                .skip(page.offset())
                .limit(page.limit())
                .toList();
        return envelope.ok(
                request, "Webhook endpoints retrieved", new Page<>(docs, all.size(), page).json(WebhookJson::endpoint));
    }

    /// Ids rise with the time of creation.
    private static Comparator<Endpoint> order(Page.Sort sort) {
        var created = Comparator.comparing(Endpoint::id);
        var updated = Comparator.comparing(Endpoint::updatedAt).thenComparing(Endpoint::id);
        return switch (sort) {
            case CREATED_ASCENDING -> created;
            case CREATED_DESCENDING -> created.reversed();
            case UPDATED_ASCENDING -> updated;
            case UPDATED_DESCENDING -> updated.reversed();
        };
    }

    private Answer get(Caller caller, Request request) {
        return envelope.ok(request, "Webhook endpoint retrieved", WebhookJson.endpoint(existing(caller, request)));
    }

    private Answer change(Caller caller, Request request, Claim claim) {
        // No name is looked up for an endpoint that does not exist.
        var stored = existing(caller, request);
        var newEndpoint = requests.change(caller.organizationId(), request);
        boolean needed = secondPerson.isNeeded(caller);
        try {
            return idempotency.once(claim, tx -> {
                var changed = endpoints.change(tx, caller.organizationId(), id(request), newEndpoint, before -> {
                    IfMatch.require(request, before.updatedAt());
                    movedElsewhere(tx, caller, request, newEndpoint, before, needed);
                });
                return envelope.ok(request, "Webhook endpoint updated", WebhookJson.endpoint(changed));
            });
        } catch (Refused refused) {
            throw refused.refusal() == Refusal.APPROVAL_REQUIRED
                    ? secondPerson.waiting(caller, change(request, newEndpoint, stored))
                    : refused;
        }
    }

    /// Asks for an approval where an endpoint gets another address than it has when it is changed.
    private void movedElsewhere(
            Tx tx, Caller caller, Request request, Endpoints.NewEndpoint newEndpoint, Endpoint before, boolean needed) {
        if (newEndpoint.url().filter(url -> !url.equals(before.url())).isPresent()) {
            var change = change(request, newEndpoint, before);
            if (needed) {
                secondPerson.require(tx, caller, change);
            }
            secondPerson.mailOwners(tx, caller, change, request.remoteAddress());
        }
    }

    private static Change change(Request request, Endpoints.NewEndpoint newEndpoint, Endpoint before) {
        var description = before.description();
        return new Change(
                ENDPOINTS + "/{id}/edit",
                before.id().toString(),
                request.path(),
                newEndpoint.fields(),
                new TreeMap<>(Map.of(
                        "before.url", before.url().toString(),
                        "before.types", String.join(", ", before.types()),
                        "before.description", description == null ? "" : description,
                        "before.amounts", before.amounts().name().toLowerCase(Locale.ROOT),
                        "before.status", before.status().name().toLowerCase(Locale.ROOT))));
    }

    /// Makes a change once that needs a second person's approval if the organization wants that: events go to a
    /// new URL, signed by a secret that a person sees.
    private Answer approved(Caller caller, Claim claim, Change change, String address, Function<Tx, Answer> work) {
        boolean needed = secondPerson.isNeeded(caller);
        try {
            return idempotency.once(claim, tx -> {
                if (needed) {
                    secondPerson.require(tx, caller, change);
                }
                secondPerson.mailOwners(tx, caller, change, address);
                return work.apply(tx);
            });
        } catch (Refused refused) {
            throw refused.refusal() == Refusal.APPROVAL_REQUIRED ? secondPerson.waiting(caller, change) : refused;
        }
    }

    private Answer delete(Caller caller, Request request, Claim claim) {
        return idempotency.once(
                claim,
                tx -> envelope.ok(
                        request,
                        "Webhook endpoint deleted",
                        WebhookJson.endpoint(endpoints.delete(tx, caller.organizationId(), id(request)))));
    }

    private Answer rotate(Caller caller, Request request, Claim claim) {
        return idempotency.once(claim, tx -> {
            var rotated = endpoints.rotate(tx, caller.organizationId(), id(request));
            var change = new Change(
                    ENDPOINTS + "/{id}/rotate", rotated.id().toString(), request.path(), List.of(), new TreeMap<>());
            secondPerson.mailOwners(tx, caller, change, request.remoteAddress());
            return envelope.ok(request, "Webhook secret rotated", WebhookJson.withSecret(rotated));
        });
    }

    /// The test is sent before the transaction opens, because it may take its time.
    private Answer test(Caller caller, Request request, Claim claim) {
        return idempotency.storedAnswer(claim).orElseGet(() -> {
            var delivery = endpoints.tried(endpoints.toUse(caller.organizationId(), id(request)));
            return idempotency.once(claim, tx -> {
                store.insertEnded(tx, delivery);
                return envelope.ok(request, "Webhook test sent", WebhookJson.delivery(delivery));
            });
        });
    }

    private Answer deliveries(Caller caller, Request request) {
        var query = request.query();
        var page = Page.Request.byCreation(query, Page.Sort.CREATED_DESCENDING);
        var filter = new Filter(
                new EndpointRef(caller.organizationId(), id(request)),
                query.oneOf("status", STATUSES).orElse(null),
                query.oneOf("type", Types.MESSAGES).orElse(null),
                query.text("eventId").map(WebhookRoutes::idOrNone).orElse(null));
        query.findings().throwIfAny();
        existing(caller, request);
        return envelope.ok(
                request,
                "Webhook deliveries retrieved",
                deliveries.list(filter, page).json(WebhookJson::delivery));
    }

    /// Returns the id, or one that does not exist if it is malformed.
    private static UUID idOrNone(String text) {
        return Ids.parse(text).orElse(new UUID(0, 0));
    }

    private Answer delivery(Caller caller, Request request) {
        var found = deliveries.get(caller.organizationId(), deliveryId(request));
        return envelope.ok(request, "Webhook delivery retrieved", WebhookJson.delivery(found));
    }

    private Answer redeliver(Caller caller, Request request, Claim claim) {
        return idempotency.once(
                claim,
                tx -> envelope.ok(
                        request,
                        "Webhook delivery is sent again",
                        WebhookJson.delivery(deliveries.redeliver(tx, caller.organizationId(), deliveryId(request)))));
    }

    private Answer recover(Caller caller, Request request, Claim claim) {
        var since = WebhookRequests.since(request, deliveries.now());
        return idempotency.once(claim, tx -> {
            var endpoint = new EndpointRef(caller.organizationId(), id(request));
            return envelope.ok(
                    request,
                    "Failed deliveries are sent again, followed by events that were never sent",
                    new JsonObject()
                            .put("endpointId", endpoint.endpointId())
                            .put("since", since)
                            .put("redelivered", deliveries.recover(tx, endpoint, since)));
        });
    }

    private Endpoint existing(Caller caller, Request request) {
        return endpoints.get(caller.organizationId(), id(request));
    }

    private static UUID id(Request request) {
        return request.id("id", Refusal.WEBHOOK_ENDPOINT_NOT_FOUND);
    }

    private static UUID deliveryId(Request request) {
        return request.id("id", Refusal.WEBHOOK_DELIVERY_NOT_FOUND);
    }
}
