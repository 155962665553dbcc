package dev.sluice.webhook;

import dev.sluice.http.JsonObject;
import dev.sluice.webhook.delivery.Deliveries.DeliveryWithAttempts;
import dev.sluice.webhook.delivery.Delivery;
import dev.sluice.webhook.delivery.Delivery.Result;
import dev.sluice.webhook.endpoint.Endpoint;
import dev.sluice.webhook.endpoint.EndpointStore;

/// Endpoints and deliveries on the wire.
final class WebhookJson {
    private WebhookJson() {}

    static JsonObject endpoint(Endpoint endpoint) {
        var disabled = endpoint.disabled();
        return new JsonObject()
                .put("id", endpoint.id())
                .put("url", endpoint.url().toString())
                .put("types", endpoint.types())
                .putPresent("description", endpoint.description())
                .put("amounts", EndpointStore.wire(endpoint.amounts()))
                .put("status", EndpointStore.wire(endpoint.status()))
                .putPresent("disabledReason", disabled == null ? null : EndpointStore.wire(disabled.reason()))
                .putPresent("disabledAt", disabled == null ? null : disabled.at())
                .put("createdAt", endpoint.createdAt())
                .put("updatedAt", endpoint.updatedAt());
    }

    /// Returns the endpoint with its secret, shown only this once.
    static JsonObject withSecret(Endpoint endpoint) {
        var former = endpoint.secrets().former();
        return endpoint(endpoint)
                .put("secret", endpoint.secrets().current())
                .putPresent(
                        "formerSecretExpiresAt",
                        former.isEmpty() ? null : former.getFirst().until());
    }

    static JsonObject delivery(Delivery delivery) {
        var last = delivery.last();
        return new JsonObject()
                .put("id", delivery.id())
                .put("endpointId", delivery.endpoint().endpointId())
                .put("eventId", delivery.eventId())
                .put("type", delivery.type())
                .put("orderId", delivery.resourceId())
                .put("attempt", delivery.attempt())
                .put("status", EndpointStore.wire(delivery.status()))
                .putPresent("statusCode", last == null ? null : last.statusCode())
                .putPresent("latencyMs", last == null ? null : last.latencyMillis())
                .putPresent("responseExcerpt", last == null ? null : last.excerpt())
                .putPresent("error", last == null ? null : last.error())
                .putPresent("nextAttemptAt", delivery.nextAt())
                .put("createdAt", delivery.createdAt())
                .putPresent("endedAt", delivery.endedAt());
    }

    static JsonObject delivery(DeliveryWithAttempts found) {
        return delivery(found.delivery())
                .put(
                        "attempts",
                        found.attempts().stream().map(WebhookJson::attempt).toList());
    }

    private static JsonObject attempt(Result result) {
        return new JsonObject()
                .put("attempt", result.attempt())
                .put("at", result.at())
                .putPresent("statusCode", result.statusCode())
                .put("latencyMs", result.latencyMillis())
                .putPresent("error", result.error())
                .putPresent("responseExcerpt", result.excerpt());
    }
}
