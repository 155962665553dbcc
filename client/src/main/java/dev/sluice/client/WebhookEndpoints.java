package dev.sluice.client;

import dev.sluice.client.model.DeliveryQuery;
import dev.sluice.client.model.Page;
import dev.sluice.client.model.WebhookDelivery;
import dev.sluice.client.model.WebhookEndpoint;
import dev.sluice.client.model.WebhookEndpointCreate;
import dev.sluice.client.model.WebhookEndpointQuery;
import dev.sluice.client.model.WebhookEndpointUpdate;
import dev.sluice.client.model.WebhookRedelivery;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;

/// Webhook endpoints and their deliveries. [Webhooks] verifies incoming webhooks.
public final class WebhookEndpoints {
    private final Calls calls;

    WebhookEndpoints(Calls calls) {
        this.calls = calls;
    }

    private static final String ALL = "/v1/webhook/endpoint";
    private static final String DELIVERIES = "/v1/webhook/delivery/";

    /// Registers an endpoint. Keep its secret: it is not shown again.
    public WebhookEndpoint create(WebhookEndpointCreate request) {
        return calls.post(WebhookEndpoint.class, ALL, request);
    }

    /// Streams all endpoints.
    public Stream<WebhookEndpoint> list() {
        return list(WebhookEndpointQuery.all());
    }

    /// The endpoints that a query asks for, from its page on; fetched page by page as the stream is consumed.
    public Stream<WebhookEndpoint> list(WebhookEndpointQuery query) {
        return calls.stream(WebhookEndpoint.class, ALL, query);
    }

    public WebhookEndpoint get(String endpointId) {
        return calls.get(WebhookEndpoint.class, Target.path(ALL + "/", endpointId));
    }

    /// Changes the fields in the request; the rest stays.
    public WebhookEndpoint update(String endpointId, WebhookEndpointUpdate request) {
        return calls.patch(WebhookEndpoint.class, Target.path(ALL + "/", endpointId), request);
    }

    /// Deletes an endpoint and gives it as it was.
    public WebhookEndpoint delete(String endpointId) {
        return calls.delete(WebhookEndpoint.class, Target.path(ALL + "/", endpointId));
    }

    /// Rotates the secret. For a while, deliveries carry signatures of both.
    public WebhookEndpoint rotateSecret(String endpointId) {
        return calls.post(WebhookEndpoint.class, Target.path(ALL + "/", endpointId, "/secret/rotate"), null);
    }

    /// Sends a test now, and returns its result.
    public WebhookDelivery test(String endpointId) {
        return calls.post(WebhookDelivery.class, Target.path(ALL + "/", endpointId, "/test"), null);
    }

    /// Returns one delivery, with all its attempts.
    public WebhookDelivery delivery(String deliveryId) {
        return calls.get(WebhookDelivery.class, Target.path(DELIVERIES, deliveryId));
    }

    /// Streams all deliveries, fetched page by page as the stream is consumed.
    public Stream<WebhookDelivery> deliveries(String endpointId) {
        return deliveries(endpointId, DeliveryQuery.all());
    }

    /// The deliveries that a query asks for, from its page on.
    public Stream<WebhookDelivery> deliveries(String endpointId, DeliveryQuery query) {
        return calls.stream(WebhookDelivery.class, Target.path(ALL + "/", endpointId, "/delivery"), query);
    }

    /// Returns one page of deliveries, with the totals.
    public Page<WebhookDelivery> deliveryPage(String endpointId, DeliveryQuery query) {
        return calls.page(WebhookDelivery.class, Target.path(ALL + "/", endpointId, "/delivery"), query);
    }

    /// Delivers one event again; refused with `WEBHOOK_DELIVERY_UNDER_WAY` while it is being sent.
    public WebhookDelivery redeliver(String deliveryId) {
        return calls.post(WebhookDelivery.class, Target.path(DELIVERIES, deliveryId, "/redeliver"), null);
    }

    /// Delivers all events again that failed since a time or were never sent.
    public WebhookRedelivery redeliverFailedSince(String endpointId, Instant since) {
        return calls.post(
                WebhookRedelivery.class, Target.path(ALL + "/", endpointId, "/redeliver"), Map.of("since", since));
    }
}
