package dev.sluice.client.model;

import java.time.Instant;

/// One line of what happened to a payment: `status` is how that step stands.
public record Activity(String activity, String status, String description, Instant updatedAt) {}
