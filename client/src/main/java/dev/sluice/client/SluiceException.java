package dev.sluice.client;

import dev.sluice.client.model.ErrorCodes;
import dev.sluice.client.model.ErrorDetail;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Thrown for an unsuccessful answer of the service. [NoAnswerException] if it leaves the outcome open.
public class SluiceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// Prefix of the codes of answers that are not from the service.
    static final String FOREIGN = "HTTP_";

    /// Codes of refusals that precede the look-up of the key, besides codes that begin with `AUTH_`. An answer
    /// that a request is still at work under the key is no refusal.
    private static final Set<String> BEFORE_THE_KEY = Set.of(
            ErrorCodes.MALFORMED_REQUEST,
            ErrorCodes.NOT_FOUND,
            ErrorCodes.METHOD_NOT_ALLOWED,
            ErrorCodes.BODY_TOO_LARGE,
            ErrorCodes.URI_TOO_LONG,
            ErrorCodes.HEADERS_TOO_LARGE,
            ErrorCodes.UNSUPPORTED_MEDIA_TYPE,
            ErrorCodes.RATE_LIMITED,
            ErrorCodes.SIGNATURE_REUSED,
            ErrorCodes.IDEMPOTENCY_IN_PROGRESS);

    private final int status;
    private final String code;
    private final String reason;
    private final transient List<ErrorDetail> details;
    private final @Nullable String requestId;
    private final @Nullable String idempotencyKey;
    private final @Nullable Duration retryAfter;
    private final @Nullable String stringToSign;

    SluiceException(Answered answered, @Nullable Throwable cause) {
        super(text(answered), cause);
        this.status = answered.status;
        this.code = answered.code;
        this.reason = answered.reason;
        this.details = answered.details;
        this.requestId = answered.requestId;
        this.idempotencyKey = answered.idempotencyKey;
        this.retryAfter = answered.retryAfter;
        this.stringToSign = answered.stringToSign;
    }

    /// Returns the HTTP status; 0 if there was no answer.
    public int status() {
        return status;
    }

    /// Returns the stable code, one of [dev.sluice.client.model.ErrorCodes] unless it is newer than this client.
    /// An answer from another source, such as a proxy, has `HTTP_` and the status.
    public String code() {
        return code;
    }

    /// The message of the answer alone; [#getMessage] has everything.
    public String reason() {
        return reason;
    }

    /// Every fault of the request, each with its field.
    public List<ErrorDetail> details() {
        return details == null ? List.of() : details;
    }

    /// Returns the fault of one field, such as `disburseData[0].amount`.
    public Optional<ErrorDetail> detail(String field) {
        return details().stream().filter(each -> each.field().equals(field)).findFirst();
    }

    /// Returns the id to name when asking the operator; empty if the service did not answer.
    public Optional<String> requestId() {
        return Optional.ofNullable(requestId);
    }

    /// Returns the idempotency key of the request; empty for reads. The same request sent again under this key is
    /// done once.
    public Optional<String> idempotencyKey() {
        return Optional.ofNullable(idempotencyKey);
    }

    /// Returns true if the answer proves that nothing was done under the key of this write, by earlier requests
    /// either: the service looks the key up before such a refusal. Answers that refuse credentials, the form of
    /// the request, or one of too many requests prove nothing; a proxy knows nothing of earlier requests. Code 422
    /// `IDEMPOTENCY_KEY_REUSED` means that another request **was** done under the key: only a refused request
    /// leaves it free.
    public boolean settles() {
        return isAnswerToTheKey() && !code.equals(ErrorCodes.IDEMPOTENCY_KEY_REUSED);
    }

    /// Returns true if the service looked the key up and found that this very request was not done under it.
    boolean isAnswerToTheKey() {
        return status / 100 == 4
                && !code.startsWith(FOREIGN)
                && !code.startsWith("AUTH_")
                && !BEFORE_THE_KEY.contains(code);
    }

    /// Returns the time that the service asks to wait.
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /// Returns the text that the service signed, if a sandbox refused a signature.
    public Optional<String> stringToSign() {
        return Optional.ofNullable(stringToSign);
    }

    Answered answered() {
        return new Answered(status, code, reason, details(), requestId, idempotencyKey, retryAfter, stringToSign);
    }

    private static String text(Answered answered) {
        var text = new StringBuilder();
        if (answered.status > 0) {
            text.append(answered.status).append(' ');
        }
        text.append(answered.code).append(": ").append(said(answered));
        if (answered.requestId != null) {
            text.append(" [request ").append(answered.requestId).append(']');
        }
        return text.toString();
    }

    /// Every fault once: the message of a request with faults is the first of them.
    private static String said(Answered answered) {
        if (answered.details.isEmpty()) {
            return answered.reason;
        }
        var faults = answered.details.stream()
                .map(each -> each.field() + " " + each.message())
                .toList();
        var all = String.join("; ", faults);
        var first = faults.getFirst();
        boolean repeats = answered.reason.equals(first) || answered.reason.startsWith(first + " (and ");
        return repeats ? all : answered.reason + " (" + all + ")";
    }

    /// Facts about a failed request.
    record Answered(
            int status,
            String code,
            String reason,
            List<ErrorDetail> details,
            @Nullable String requestId,
            @Nullable String idempotencyKey,
            @Nullable Duration retryAfter,
            @Nullable String stringToSign) {}
}
