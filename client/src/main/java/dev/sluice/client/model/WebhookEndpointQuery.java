package dev.sluice.client.model;

import java.util.Map;

/// Filter and order of webhook endpoints.
public final class WebhookEndpointQuery extends ListQuery<WebhookEndpointQuery> {
    private WebhookEndpointQuery(Map<String, String> parameters) {
        super(parameters);
    }

    /// Returns a query without a filter, in the order of the service.
    public static WebhookEndpointQuery all() {
        return new WebhookEndpointQuery(Map.of());
    }

    public WebhookEndpointQuery sort(Sort sort) {
        return with("sort", sort.parameter());
    }

    @Override
    WebhookEndpointQuery of(Map<String, String> others) {
        return new WebhookEndpointQuery(others);
    }
}
