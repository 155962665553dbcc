package dev.sluice.client.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A new address for events. Without types, it gets the creation and all changes of deposits and payouts.
public record WebhookEndpointCreate(
        String url,
        @Nullable List<String> types,
        @Nullable String description,
        @Nullable String amounts,
        @Nullable String status) {
    public WebhookEndpointCreate {
        types = types == null ? null : List.copyOf(types);
    }

    public static WebhookEndpointCreate of(String url) {
        return new WebhookEndpointCreate(url, null, null, null, null);
    }

    /// Limits the events to these types.
    public WebhookEndpointCreate withTypes(String... types) {
        return new WebhookEndpointCreate(url, List.of(types), description, amounts, status);
    }

    public WebhookEndpointCreate withDescription(String description) {
        return new WebhookEndpointCreate(url, types, description, amounts, status);
    }

    /// Sets the status: a `disabled` endpoint gets no events until it is enabled.
    public WebhookEndpointCreate withStatus(String status) {
        return new WebhookEndpointCreate(url, types, description, amounts, status);
    }

    /// `string` has its deliveries have amounts as JSON strings, `number` as JSON numbers.
    public WebhookEndpointCreate withAmounts(String amounts) {
        return new WebhookEndpointCreate(url, types, description, amounts, status);
    }
}
