package dev.sluice.client.model;

import java.time.Instant;

/// One step in the history of a payment, with its `status`.
public record Activity(String activity, String status, String description, Instant updatedAt) {}
