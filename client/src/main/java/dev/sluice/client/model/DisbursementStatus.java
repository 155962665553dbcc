package dev.sluice.client.model;

/// The statuses of payouts. Texts, so that a status that is newer than this client is no fault.
public final class DisbursementStatus {
    public static final String PENDING = "pending";
    public static final String COMPLETED = "completed";
    public static final String FAILED = "failed";
    public static final String CANCELLED = "cancelled";
    public static final String REVERSED = "reversed";

    private DisbursementStatus() {}
}
