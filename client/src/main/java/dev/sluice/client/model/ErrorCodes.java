package dev.sluice.client.model;

/// The codes of refusals. Texts, so that a code that is newer than this client is no fault.
public final class ErrorCodes {
    public static final String VALIDATION_FAILED = "VALIDATION_FAILED";
    public static final String MALFORMED_REQUEST = "MALFORMED_REQUEST";
    public static final String MALFORMED_JSON = "MALFORMED_JSON";
    public static final String IDEMPOTENCY_KEY_INVALID = "IDEMPOTENCY_KEY_INVALID";
    public static final String BATCH_TOO_LARGE = "BATCH_TOO_LARGE";
    public static final String PAYMENT_METHOD_NOT_FOUND = "PAYMENT_METHOD_NOT_FOUND";
    public static final String RECIPIENT_VERIFICATION_FAILED = "RECIPIENT_VERIFICATION_FAILED";
    public static final String REFERENCE_EXISTS = "REFERENCE_EXISTS";
    public static final String INSUFFICIENT_BALANCE = "INSUFFICIENT_BALANCE";
    public static final String INSUFFICIENT_INPUT_BALANCE = "INSUFFICIENT_INPUT_BALANCE";
    public static final String QUOTE_NOT_FOUND = "QUOTE_NOT_FOUND";
    public static final String QUOTE_EXPIRED = "QUOTE_EXPIRED";
    public static final String QUOTE_USED = "QUOTE_USED";
    public static final String QUOTE_MISMATCH = "QUOTE_MISMATCH";
    public static final String CONVERSION_NOT_ENABLED = "CONVERSION_NOT_ENABLED";
    public static final String CHECKOUT_NOT_ENABLED = "CHECKOUT_NOT_ENABLED";
    public static final String AMOUNT_OUTSIDE_LIMITS = "AMOUNT_OUTSIDE_LIMITS";
    public static final String CRYPTO_NOT_FOUND = "CRYPTO_NOT_FOUND";
    public static final String DISBURSEMENT_NOT_FOUND = "DISBURSEMENT_NOT_FOUND";
    public static final String CRYPTO_DISBURSEMENT_NOT_FOUND = "CRYPTO_DISBURSEMENT_NOT_FOUND";
    public static final String DEPOSIT_NOT_FOUND = "DEPOSIT_NOT_FOUND";
    public static final String AUTH_MISSING = "AUTH_MISSING";
    public static final String AUTH_UNKNOWN_CLIENT = "AUTH_UNKNOWN_CLIENT";
    public static final String AUTH_BAD_SIGNATURE = "AUTH_BAD_SIGNATURE";
    public static final String AUTH_TIMESTAMP_SKEW = "AUTH_TIMESTAMP_SKEW";
    public static final String AUTH_BAD_KEY = "AUTH_BAD_KEY";
    public static final String AUTH_SCOPE = "AUTH_SCOPE";
    public static final String AUTH_SIGNATURE_REQUIRED = "AUTH_SIGNATURE_REQUIRED";
    public static final String AUTH_ADDRESS = "AUTH_ADDRESS";
    public static final String SANDBOX_ONLY = "SANDBOX_ONLY";
    public static final String POLICY_REFUSED = "POLICY_REFUSED";
    public static final String APPROVAL_BY_MAKER = "APPROVAL_BY_MAKER";
    public static final String NOT_FOUND = "NOT_FOUND";
    public static final String RECIPIENT_NOT_FOUND = "RECIPIENT_NOT_FOUND";
    public static final String CONVERT_NOT_FOUND = "CONVERT_NOT_FOUND";
    public static final String METHOD_NOT_ALLOWED = "METHOD_NOT_ALLOWED";
    public static final String IDEMPOTENCY_IN_PROGRESS = "IDEMPOTENCY_IN_PROGRESS";
    public static final String SIGNATURE_REUSED = "SIGNATURE_REUSED";
    public static final String DISBURSEMENT_NOT_COMPLETED = "DISBURSEMENT_NOT_COMPLETED";
    public static final String DISBURSEMENT_NOT_CANCELLABLE = "DISBURSEMENT_NOT_CANCELLABLE";
    public static final String DISBURSEMENT_NOT_AWAITING_APPROVAL = "DISBURSEMENT_NOT_AWAITING_APPROVAL";
    public static final String DEPOSIT_NOT_CANCELLABLE = "DEPOSIT_NOT_CANCELLABLE";
    public static final String DEPOSIT_NOT_REFUNDABLE = "DEPOSIT_NOT_REFUNDABLE";
    public static final String DEPOSIT_NOT_PAYABLE = "DEPOSIT_NOT_PAYABLE";
    public static final String WEBHOOK_ENDPOINT_NOT_FOUND = "WEBHOOK_ENDPOINT_NOT_FOUND";
    public static final String WEBHOOK_DELIVERY_NOT_FOUND = "WEBHOOK_DELIVERY_NOT_FOUND";
    public static final String EVENT_NOT_FOUND = "EVENT_NOT_FOUND";
    public static final String WEBHOOK_ENDPOINTS_EXHAUSTED = "WEBHOOK_ENDPOINTS_EXHAUSTED";
    public static final String WEBHOOK_ENDPOINT_DISABLED = "WEBHOOK_ENDPOINT_DISABLED";
    public static final String WEBHOOK_DELIVERY_NOT_REPEATABLE = "WEBHOOK_DELIVERY_NOT_REPEATABLE";
    public static final String WEBHOOK_DELIVERY_UNDER_WAY = "WEBHOOK_DELIVERY_UNDER_WAY";
    public static final String BODY_TOO_LARGE = "BODY_TOO_LARGE";
    public static final String URI_TOO_LONG = "URI_TOO_LONG";
    public static final String UNSUPPORTED_MEDIA_TYPE = "UNSUPPORTED_MEDIA_TYPE";
    public static final String IDEMPOTENCY_KEY_REUSED = "IDEMPOTENCY_KEY_REUSED";
    public static final String RATE_LIMITED = "RATE_LIMITED";
    public static final String HEADERS_TOO_LARGE = "HEADERS_TOO_LARGE";
    public static final String INTERNAL_ERROR = "INTERNAL_ERROR";
    public static final String TRANSFER_ENCODING_UNSUPPORTED = "TRANSFER_ENCODING_UNSUPPORTED";
    public static final String UNAVAILABLE = "UNAVAILABLE";
    public static final String RATE_UNAVAILABLE = "RATE_UNAVAILABLE";
    public static final String HTTP_VERSION_UNSUPPORTED = "HTTP_VERSION_UNSUPPORTED";

    private ErrorCodes() {}
}
