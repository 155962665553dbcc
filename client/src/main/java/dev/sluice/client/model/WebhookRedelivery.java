package dev.sluice.client.model;

import java.time.Instant;

/// Number of failed deliveries since a time that are retried. Events that were never sent follow too, uncounted.
public record WebhookRedelivery(String endpointId, Instant since, int redelivered) {}
