package dev.sluice.client;

import dev.sluice.client.model.DeliveryQuery;
import dev.sluice.client.model.Page;
import dev.sluice.client.model.WebhookDelivery;
import dev.sluice.client.model.WebhookEndpoint;
import dev.sluice.client.model.WebhookEndpointCreate;
import dev.sluice.client.model.WebhookEndpointUpdate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The addresses that events are sent to, and what was delivered there. [Webhooks] checks what arrives.
public final class WebhookEndpoints {
    private final Calls calls;

    WebhookEndpoints(Calls calls) {
        this.calls = calls;
    }

    private static final String ALL = "/v1/webhook/endpoint";
    private static final String DELIVERIES = "/v1/webhook/delivery/";

    /// Registers an address. Keep its secret, which is not shown again.
    public WebhookEndpoint create(WebhookEndpointCreate request) {
        return calls.post(WebhookEndpoint.class, ALL, request);
    }

    public List<WebhookEndpoint> list() {
        return calls.list(WebhookEndpoint.class, ALL, Calls.NO_QUERY);
    }

    public WebhookEndpoint get(String endpointId) {
        return calls.get(WebhookEndpoint.class, Target.path(ALL + "/", endpointId));
    }

    /// Changes what the request names; the rest stays.
    public WebhookEndpoint update(String endpointId, WebhookEndpointUpdate request) {
        return calls.patch(WebhookEndpoint.class, Target.path(ALL + "/", endpointId), request);
    }

    public void delete(String endpointId) {
        calls.run("DELETE", Target.path(ALL + "/", endpointId), null);
    }

    /// A new secret. For a while, deliveries carry signatures of both.
    public WebhookEndpoint rotateSecret(String endpointId) {
        return calls.post(WebhookEndpoint.class, Target.path(ALL + "/", endpointId, "/secret/rotate"), null);
    }

    /// Has a test event sent.
    public void test(String endpointId) {
        calls.run("POST", Target.path(ALL + "/", endpointId, "/test"), null);
    }

    /// All attempts to deliver, fetched page by page as the stream is consumed.
    public Stream<WebhookDelivery> deliveries(String endpointId) {
        return deliveries(endpointId, DeliveryQuery.all());
    }

    /// The attempts that a query asks for, from its page on.
    public Stream<WebhookDelivery> deliveries(String endpointId, DeliveryQuery query) {
        return calls.stream(WebhookDelivery.class, Target.path(ALL + "/", endpointId, "/delivery"), query);
    }

    /// One page of them, with the totals.
    public Page<WebhookDelivery> deliveryPage(String endpointId, DeliveryQuery query) {
        return calls.page(WebhookDelivery.class, Target.path(ALL + "/", endpointId, "/delivery"), query);
    }

    /// Has one event delivered again.
    public void redeliver(String deliveryId) {
        calls.run("POST", Target.path(DELIVERIES, deliveryId, "/redeliver"), null);
    }

    /// Has everything delivered again that failed since a time.
    public void redeliverFailedSince(String endpointId, Instant since) {
        calls.run("POST", Target.path(ALL + "/", endpointId, "/redeliver"), Map.of("since", since));
    }
}
