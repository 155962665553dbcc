package dev.sluice.client.model;

/// The statuses of deposits. Texts, so that a status that is newer than this client is no fault.
public final class DepositStatus {
    public static final String PENDING = "pending";
    public static final String COMPLETED = "completed";
    public static final String EXPIRED = "expired";
    public static final String CANCELLED = "cancelled";

    private DepositStatus() {}
}
