package dev.sluice.client;

import dev.sluice.client.SluiceException.Answered;
import dev.sluice.client.model.ErrorDetail;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// Turns unsuccessful answers into exceptions.
final class Refusals {
    private Refusals() {}

    private static final Pattern CODE = Pattern.compile("[A-Z][A-Z0-9_]*");

    /// Reads the error of an answer. If it has none, or one of another form, as from a proxy, the status decides.
    static SluiceException of(HttpResponse<byte[]> answer, @Nullable String idempotencyKey, Instant now) {
        int status = answer.statusCode();
        var body = body(answer.body());
        var code = ownCode(body, status).orElse(SluiceException.FOREIGN + status);
        var reason = body.message == null ? "no answer of the service's own" : body.message;
        var requestId = body.requestId == null ? requestId(answer) : body.requestId;
        return new SluiceException(
                new Answered(
                        status,
                        code,
                        reason,
                        body.details == null ? List.of() : List.copyOf(body.details),
                        requestId,
                        idempotencyKey,
                        answer.headers()
                                .firstValue("Retry-After")
                                .map(text -> retryAfter(text, now))
                                .orElse(null),
                        body.stringToSign),
                null);
    }

    /// Returns the exception for a malformed success. For a write, it leaves the outcome open.
    static SluiceException unreadable(
            HttpResponse<byte[]> answer, @Nullable String idempotencyKey, @Nullable Throwable cause) {
        var answered = new Answered(
                answer.statusCode(),
                "UNREADABLE_ANSWER",
                "the answer is not what the contract says",
                List.of(),
                requestId(answer),
                idempotencyKey,
                null,
                null);
        return idempotencyKey == null ? new SluiceException(answered, cause) : new NoAnswerException(answered, cause);
    }

    private static @Nullable String requestId(HttpResponse<byte[]> answer) {
        return answer.headers().firstValue("X-Request-Id").orElse(null);
    }

    /// Returns the code of an error of the service; empty for the code of an intermediary.
    private static Optional<String> ownCode(Body body, int status) {
        return Optional.ofNullable(body.code)
                .filter(code -> CODE.matcher(code).matches())
                .filter(_ -> Objects.equals(body.statusCode, status));
    }

    private static Body body(byte[] bytes) {
        Body body = null;
        try {
            body = Wire.value(bytes, Body.class);
        } catch (JacksonException foreign) {
            // Not an answer of the service: there is nothing to read.
        }
        return body == null ? new Body(null, null, null, null, null, null) : body;
    }

    /// Parses seconds or a date (RFC 9110, 10.2.3); null if it is neither.
    private static @Nullable Duration retryAfter(String text, Instant now) {
        if (text.matches("[0-9]{1,9}")) {
            return Duration.ofSeconds(Long.parseLong(text));
        }
        try {
            var until = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return until.isAfter(now) ? Duration.between(now, until) : Duration.ZERO;
        } catch (DateTimeParseException malformed) {
            return null;
        }
    }

    /// The error as the contract has it.
    record Body(
            @Nullable Integer statusCode,
            @Nullable String code,
            @Nullable String message,
            @Nullable List<ErrorDetail> details,
            @Nullable String requestId,
            @Nullable String stringToSign) {}
}
