package dev.sluice.client.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One event on its way to one endpoint, and what came of the last attempt that has ended. The attempts themselves are
/// there where the delivery was asked for alone.
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
