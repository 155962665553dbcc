package dev.sluice.http.server;

import dev.sluice.http.Envelope;
import dev.sluice.http.Method;
import dev.sluice.http.ReasonPhrases;
import dev.sluice.http.Request;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Error bodies for malformed HTTP and for other requests that the web server itself refuses. They have the same form
/// as all other errors.
final class TransportErrors implements DirectHandler {
    /// The web server's message if it does not disclose the reason.
    private static final String UNTOLD = "Bad request, see server log";

    private final Envelope envelope;
    private final PublicScheme publicScheme;

    TransportErrors(Envelope envelope, PublicScheme publicScheme) {
        this.envelope = envelope;
        this.publicScheme = publicScheme;
    }

    @Override
    public TransportResponse handle(
            TransportRequest transport,
            EventType type,
            Status status,
            ServerResponseHeaders headers,
            @Nullable String message) {
        var refusal = refusal(type, status, message);
        var request = new Request(
                RequestIds.of(transport.headers()), Method.GET, "", "", new byte[0], "", Map.of(), _ -> null);
        var answer = envelope.error(request, refused(refusal, message));
        headers.set(HeaderNames.CONTENT_TYPE, answer.contentType());
        headers.set(RequestIds.HEADER, request.id());
        answer.headers().forEach((name, value) -> headers.set(HeaderNames.create(name), value));
        publicScheme.headers().forEach(headers::set);
        return TransportResponse.builder()
                .status(status(refusal.status()))
                .headers(headers)
                .keepAlive(false)
                .entity(answer.body())
                .build();
    }

    /// Includes the reason for a malformed request if the web server discloses it.
    private static Refused refused(Refusal refusal, @Nullable String message) {
        return refusal != Refusal.MALFORMED_REQUEST || message == null || message.startsWith(UNTOLD)
                ? refusal.refused()
                : refusal.refused("request", message);
    }

    private static Refusal refusal(EventType type, Status status, @Nullable String message) {
        return switch (type) {
            case HTTP_VERSION_NOT_SUPPORTED -> Refusal.HTTP_VERSION_UNSUPPORTED;
            case PAYLOAD_TOO_LARGE -> Refusal.BODY_TOO_LARGE;
            case BAD_REQUEST, FORBIDDEN, OTHER -> byStatus(status, message);
            case INTERNAL_ERROR -> Refusal.INTERNAL_ERROR;
        };
    }

    private static Refusal byStatus(Status status, @Nullable String message) {
        return switch (status.code()) {
            case 413 -> Refusal.BODY_TOO_LARGE;
            case 414 -> Refusal.URI_TOO_LONG;
            case 431 -> Refusal.HEADERS_TOO_LARGE;
            case 501 -> Refusal.TRANSFER_ENCODING_UNSUPPORTED;
            case 503 -> Refusal.UNAVAILABLE;
            case 500 -> Refusal.INTERNAL_ERROR;
            // Only the message distinguishes this case.
            default -> "Header size exceeded".equals(message) ? Refusal.HEADERS_TOO_LARGE : Refusal.MALFORMED_REQUEST;
        };
    }

    /// Returns a code with its phrase for the status line.
    static Status status(int status) {
        return ReasonPhrases.find(status)
                .map(phrase -> Status.create(status, phrase))
                .orElseGet(() -> Status.create(status));
    }
}
