package dev.sluice.client.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Delivery of one event to one endpoint, with the result of the last finished attempt. The list of attempts is
/// present if the delivery was requested by itself.
public record WebhookDelivery(
        String id,
        String endpointId,
        String eventId,
        String type,
        String orderId,
        int attempt,
        String status,
        @Nullable Integer statusCode,
        @Nullable Long latencyMs,
        @Nullable String responseExcerpt,
        @Nullable String error,
        @Nullable Instant nextAttemptAt,
        Instant createdAt,
        @Nullable Instant endedAt,
        List<WebhookAttempt> attempts) {
    public WebhookDelivery {
        attempts = Copies.of(attempts);
    }
}
