package dev.sluice.client.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One attempt to deliver an event to an endpoint.
public record WebhookDelivery(
        String id,
        String eventId,
        String type,
        String orderId,
        int attempt,
        String status,
        @Nullable Integer statusCode,
        @Nullable Long latencyMs,
        @Nullable String responseExcerpt,
        Instant createdAt) {}
