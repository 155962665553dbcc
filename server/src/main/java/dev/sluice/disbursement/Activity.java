package dev.sluice.disbursement;

import java.time.Instant;

/// One line of a payout's history. All of a new payout's lines are pending; each is completed as it happens.
public record Activity(String name, String status, String description, Instant updatedAt) {
    static final String REQUESTED = "Disburse requested";
    static final String VALIDATED = "Recipient validated";
    static final String SENT = "Sent to recipient account";

    static final String PENDING = "pending";
    static final String COMPLETED = "completed";
    static final String FAILED = "failed";
    static final String CANCELLED = "cancelled";

    Activity(String name, String description, Instant at) {
        this(name, PENDING, description, at);
    }

    boolean isPending() {
        return status.equals(PENDING);
    }

    Activity with(String newStatus, String newDescription, Instant at) {
        return new Activity(name, newStatus, newDescription, at);
    }
}
