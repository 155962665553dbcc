package dev.sluice.client.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Changes of an endpoint; the rest stays.
public record WebhookEndpointUpdate(
        @Nullable String url,
        @Nullable List<String> types,
        @Nullable String description,
        @Nullable String amounts,
        @Nullable String status) {
    public WebhookEndpointUpdate {
        types = types == null ? null : List.copyOf(types);
    }

    /// Returns an update without changes.
    public static WebhookEndpointUpdate nothing() {
        return new WebhookEndpointUpdate(null, null, null, null, null);
    }

    public WebhookEndpointUpdate withUrl(String url) {
        return new WebhookEndpointUpdate(url, types, description, amounts, status);
    }

    public WebhookEndpointUpdate withTypes(String... types) {
        return new WebhookEndpointUpdate(url, List.of(types), description, amounts, status);
    }

    public WebhookEndpointUpdate withDescription(String description) {
        return new WebhookEndpointUpdate(url, types, description, amounts, status);
    }

    public WebhookEndpointUpdate withStatus(String status) {
        return new WebhookEndpointUpdate(url, types, description, amounts, status);
    }

    /// `string` has its deliveries have amounts as JSON strings, `number` as JSON numbers.
    public WebhookEndpointUpdate withAmounts(String amounts) {
        return new WebhookEndpointUpdate(url, types, description, amounts, status);
    }
}
