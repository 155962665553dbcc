package dev.sluice.client.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An address that events are sent to. `amounts` says whether its deliveries have amounts as a JSON `number` or
/// `string`. `secret` is there when it was just made or rotated, and never again.
public record WebhookEndpoint(
        String id,
        String url,
        List<String> types,
        @Nullable String description,
        @Nullable String amounts,
        String status,
        @Nullable String disabledReason,
        @Nullable Instant disabledAt,
        @Nullable String secret,
        @Nullable Instant formerSecretExpiresAt,
        Instant createdAt,
        Instant updatedAt) {
    public WebhookEndpoint {
        types = Copies.of(types);
    }

    /// Returns the text form without the secret.
    @Override
    public String toString() {
        return "WebhookEndpoint[id=" + id + ", url=" + url + ", types=" + types + ", status=" + status + "]";
    }
}
