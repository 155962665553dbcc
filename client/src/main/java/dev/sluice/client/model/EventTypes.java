package dev.sluice.client.model;

/// The types of events. Texts, so that a type that is newer than this client is no fault.
public final class EventTypes {
    public static final String DEPOSIT_CREATED = "deposit.created";
    public static final String DEPOSIT_COMPLETED = "deposit.completed";
    public static final String DEPOSIT_EXPIRED = "deposit.expired";
    public static final String DEPOSIT_CANCELLED = "deposit.cancelled";
    public static final String DEPOSIT_UPDATED = "deposit.updated";
    public static final String DISBURSEMENT_CREATED = "disbursement.created";
    public static final String DISBURSEMENT_SUBMITTED = "disbursement.submitted";
    public static final String DISBURSEMENT_COMPLETED = "disbursement.completed";
    public static final String DISBURSEMENT_FAILED = "disbursement.failed";
    public static final String DISBURSEMENT_CANCELLED = "disbursement.cancelled";
    public static final String DISBURSEMENT_REVERSED = "disbursement.reversed";
    public static final String DISBURSEMENT_UPDATED = "disbursement.updated";
    public static final String CONVERT_COMPLETED = "convert.completed";
    public static final String RECIPIENT_CREATED = "recipient.created";
    public static final String RECIPIENT_UPDATED = "recipient.updated";
    public static final String RECIPIENT_DELETED = "recipient.deleted";

    private EventTypes() {}
}
