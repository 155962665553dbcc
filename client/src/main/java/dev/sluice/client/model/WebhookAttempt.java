package dev.sluice.client.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Result of one attempt to deliver an event.
public record WebhookAttempt(
        int attempt,
        Instant at,
        @Nullable Integer statusCode,
        long latencyMs,
        @Nullable String error,
        @Nullable String responseExcerpt) {}
