package dev.sluice.client.model;

import java.time.Instant;

/// How many deliveries that had failed since a time are tried again. What was never sent follows as well, uncounted.
public record WebhookRedelivery(String endpointId, Instant since, int redelivered) {}
