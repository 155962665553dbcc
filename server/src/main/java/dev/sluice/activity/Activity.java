package dev.sluice.activity;

import dev.sluice.http.JsonObject;
import java.time.Instant;

/// One entry of a payment's history: a step and its status. A new payment's steps are pending; each is completed as
/// it happens.
public record Activity(String name, String status, String description, Instant updatedAt) {
    public static final String PENDING = "pending";
    public static final String COMPLETED = "completed";
    public static final String FAILED = "failed";
    public static final String CANCELLED = "cancelled";
    public static final String EXPIRED = "expired";

    /// Creates a pending step.
    public Activity(String name, String description, Instant at) {
        this(name, PENDING, description, at);
    }

    public boolean isPending() {
        return status.equals(PENDING);
    }

    public Activity with(String newStatus, String newDescription, Instant at) {
        return new Activity(name, newStatus, newDescription, at);
    }

    /// Returns the JSON of the API.
    public JsonObject json() {
        return new JsonObject()
                .put("activity", name)
                .put("status", status)
                .put("description", description)
                .put("updatedAt", updatedAt);
    }
}
