package dev.sluice.refusal;

import java.util.List;

/// The error catalogue: HTTP status, stable `code` (the constant's name) and message of each error that a client can
/// cause or has to know about. Messages from the API specification are verbatim.
public enum Refusal {
    MALFORMED_REQUEST(400, "The request is not valid HTTP"),
    MALFORMED_JSON(400, "The body is not valid JSON"),
    VALIDATION_FAILED(400, "The request is not valid"),
    BATCH_TOO_LARGE(400, "Too many items in one request"),
    PAYMENT_METHOD_NOT_FOUND(400, "Payment method not found"),
    CRYPTO_NOT_FOUND(400, "Crypto not found"),
    INSUFFICIENT_BALANCE(400, "insufficient balance"),
    INSUFFICIENT_INPUT_BALANCE(400, "insufficient input balance"),
    QUOTE_NOT_FOUND(400, "Quote not found"),
    QUOTE_EXPIRED(400, "The quote has expired"),
    QUOTE_USED(400, "The quote was used before"),
    QUOTE_MISMATCH(400, "The quote does not match the request's currencies or amounts"),
    REFERENCE_EXISTS(400, "Reference already exists"),
    RECIPIENT_VERIFICATION_FAILED(400, "Recipient verification failed"),
    IDEMPOTENCY_KEY_INVALID(400, "Idempotency-Key must be 1 to 255 printable characters"),
    CONVERSION_NOT_ENABLED(400, "Conversion is not enabled"),
    CHECKOUT_NOT_ENABLED(400, "Checkout is not enabled"),
    AMOUNT_OUTSIDE_LIMITS(400, "Amount is outside the limits of every payment method"),
    DAILY_LIMIT_EXCEEDED(400, "The organization's daily limit does not allow this payout"),
    SANDBOX_DISBURSEMENT_NOT_FOUND(400, "Disbursement not found"),
    SANDBOX_DEPOSIT_NOT_FOUND(400, "Deposit not found"),

    AUTH_MISSING(401, "Send X-Client-ID, X-Timestamp and X-Signature, or Authorization: Bearer with an API key"),
    AUTH_UNKNOWN_CLIENT(401, "Unknown client"),
    AUTH_BAD_SIGNATURE(401, "The signature does not match"),
    AUTH_TIMESTAMP_SKEW(401, "X-Timestamp is malformed or more than 300 seconds from the server's time"),
    AUTH_BAD_KEY(401, "Unknown, revoked or malformed API key"),
    AUTH_SCOPE(403, "The API key lacks the required scope"),
    AUTH_ADDRESS(403, "Requests from this address are not allowed"),
    AUTH_SIGNATURE_REQUIRED(403, "This organization requires signed requests for writes"),
    SANDBOX_ONLY(403, "Only available in the sandbox environment"),
    ORGANIZATION_FROZEN(403, "The organization is frozen: payouts are blocked until its operator unfreezes it"),
    POLICY_REFUSED(403, "The organization's policy does not allow this payout"),
    APPROVAL_BY_MAKER(403, "The creator of a payout cannot approve or reject it"),

    NOT_FOUND(404, "Not found"),
    DISBURSEMENT_NOT_FOUND(404, "Disbursement not found"),
    CRYPTO_DISBURSEMENT_NOT_FOUND(404, "Crypto disbursement not found"),
    DEPOSIT_NOT_FOUND(404, "Deposit not found"),
    CONVERT_NOT_FOUND(404, "Convert not found"),
    RECIPIENT_NOT_FOUND(404, "Recipient not found"),
    WEBHOOK_ENDPOINT_NOT_FOUND(404, "Webhook endpoint not found"),
    WEBHOOK_DELIVERY_NOT_FOUND(404, "Webhook delivery not found"),
    EVENT_NOT_FOUND(404, "Event not found"),
    METHOD_NOT_ALLOWED(405, "Method not allowed"),

    DISBURSEMENT_NOT_COMPLETED(409, "Disbursement is not completed"),
    DISBURSEMENT_NOT_CANCELLABLE(409, "Disbursement cannot be cancelled"),
    DISBURSEMENT_NOT_FORCEABLE(409, "The status of this disbursement cannot be forced"),
    RECIPIENT_HELD(409, "Recipient is held: its data was changed (store it again), or a compliance check rejected it"),
    DISBURSEMENT_HELD(409, "Disbursement is held: its stored data was changed. Contact support"),
    DISBURSEMENT_NOT_AWAITING_APPROVAL(409, "Disbursement is not waiting for approval"),
    DEPOSIT_HELD(409, "Deposit is held: its stored data was changed. Contact support"),
    DEPOSIT_NOT_CANCELLABLE(409, "Deposit cannot be cancelled"),
    DEPOSIT_NOT_PAYABLE(409, "Deposit cannot be paid"),
    DEPOSIT_NOT_REFUNDABLE(409, "Deposit cannot be refunded"),
    ACCOUNT_NUMBERS_EXHAUSTED(409, "All account numbers of this payment method are taken; use another one"),
    WEBHOOK_ENDPOINT_HELD(409, "Webhook endpoint is held: its stored data was changed. Delete it and create it again"),
    WEBHOOK_ENDPOINTS_EXHAUSTED(409, "The organization has the maximum of 50 webhook endpoints; delete one first"),
    WEBHOOK_SECRETS_EXHAUSTED(409, "Six secrets are in use; rotate again after the oldest has expired"),
    WEBHOOK_ENDPOINT_DISABLED(409, "The webhook endpoint is disabled"),
    WEBHOOK_DELIVERY_NOT_REPEATABLE(409, "A test delivery cannot be resent; send a new test"),
    WEBHOOK_DELIVERY_UNDER_WAY(409, "The webhook delivery is in progress; retry after this attempt"),
    APPROVAL_REQUIRED(409, "This change needs the approval of a second person of the organization"),
    IDEMPOTENCY_IN_PROGRESS(409, "The first request with this key or signature is still running"),
    SIGNATURE_REUSED(409, "This signature was already used with another Idempotency-Key"),
    CHANGED_MEANWHILE(412, "The resource has changed since it was read; read it again"),
    BODY_TOO_LARGE(413, "The body is larger than 1 MiB"),
    URI_TOO_LONG(414, "The request line is longer than 16 KiB"),
    UNSUPPORTED_MEDIA_TYPE(415, "Send the body as application/json"),
    IDEMPOTENCY_KEY_REUSED(422, "This Idempotency-Key was used for a different request"),
    RATE_LIMITED(429, "Too many requests"),
    HEADERS_TOO_LARGE(431, "The headers are longer than 16 KiB"),

    INTERNAL_ERROR(500, "Something went wrong on our side"),
    TRANSFER_ENCODING_UNSUPPORTED(501, "The only transfer encoding is chunked"),
    UNAVAILABLE(503, "The service is temporarily unavailable"),
    RATE_UNAVAILABLE(503, "No current rate for this pair"),
    RAIL_UNAVAILABLE(503, "This payment method is temporarily unavailable. Try again later, or use another method."),
    HTTP_VERSION_UNSUPPORTED(505, "Send requests as HTTP/1.1");

    private static final int SERVER_ERRORS = 500;
    private static final int SOON_SECONDS = 1;
    private static final int MINUTE_SECONDS = 60;

    private final int status;
    private final String message;

    Refusal(int status, String message) {
        this.status = status;
        this.message = message;
    }

    public int status() {
        return status;
    }

    public String message() {
        return message;
    }

    /// Returns the stable code in the API. The sandbox's forced status answers 400 for an unknown id, with the
    /// same code as the 404 of other routes.
    public String code() {
        return switch (this) {
            case SANDBOX_DISBURSEMENT_NOT_FOUND -> DISBURSEMENT_NOT_FOUND.name();
            case SANDBOX_DEPOSIT_NOT_FOUND -> DEPOSIT_NOT_FOUND.name();
            default -> name();
        };
    }

    /// Returns true if the API specification lists the error for requests that create something. The answer then
    /// has this error, regardless of other faults.
    boolean isOfDocument() {
        return switch (this) {
            case PAYMENT_METHOD_NOT_FOUND, CRYPTO_NOT_FOUND, INSUFFICIENT_INPUT_BALANCE, CHECKOUT_NOT_ENABLED -> true;
            default -> false;
        };
    }

    /// Returns true if a later attempt with the same request may succeed: the condition is temporary.
    public boolean isForNow() {
        return this == RATE_LIMITED || status >= SERVER_ERRORS;
    }

    /// Returns true if the request certainly had no effect. This includes two 5xx refusals, which are thrown
    /// before any work begins.
    public boolean hasNoEffect() {
        return this == RATE_UNAVAILABLE || this == RAIL_UNAVAILABLE || status < SERVER_ERRORS;
    }

    /// Returns the `Retry-After` in seconds for an unavailable service. A stopped rail needs an operator to
    /// restart it, so clients need not retry each second.
    public int retryAfterSeconds() {
        return this == RAIL_UNAVAILABLE ? MINUTE_SECONDS : SOON_SECONDS;
    }

    public Refused refused() {
        return new Refused(this, message, List.of());
    }

    /// Returns the refusal with its problems by field. `VALIDATION_FAILED` takes its message from the first of
    /// them.
    public Refused refused(List<Detail> details) {
        return refused(details, details.size());
    }

    /// @param count number of problems, including those without a detail
    Refused refused(List<Detail> details, int count) {
        if (this != VALIDATION_FAILED || details.isEmpty()) {
            return new Refused(this, message, details);
        }
        var first = details.getFirst();
        var more = count == 1 ? "" : " (and " + (count - 1) + " more)";
        return new Refused(this, first.field() + " " + first.message() + more, details);
    }

    /// Returns the refusal with one field.
    public Refused refused(String field, String detail) {
        return refused(List.of(new Detail(field, code(), detail)));
    }
}
