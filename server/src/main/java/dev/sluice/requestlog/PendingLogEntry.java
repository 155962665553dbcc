package dev.sluice.requestlog;

import dev.sluice.auth.RequestObserver.Asker;
import dev.sluice.client.RequestSigner;
import dev.sluice.http.Answer;
import dev.sluice.http.Excerpt;
import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Request;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.requestlog.Entry.Fault;
import dev.sluice.requestlog.Entry.Signing;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A queued log entry: holds little memory and defers all expensive work until it is stored.
///
/// @param refused the refusal, if it was thrown
/// @param error body of the answer, if it is an error
record PendingLogEntry(
        Asker asker,
        Instant at,
        String method,
        String path,
        String requestId,
        String address,
        int status,
        long nanos,
        @Nullable Refused refused,
        byte @Nullable [] error,
        @Nullable Signing signing) {
    private static final int PATH_LENGTH_MAX = 300;
    private static final int TEXT_LENGTH_MAX = 300;
    private static final int SIGNED_LENGTH_MAX = 4_000;
    private static final int DETAILS_MAX = 20;
    private static final byte[] NOTHING = {'{', '}'};
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    static PendingLogEntry answered(Asker asker, Request request, Answer answer, Instant at, long nanos) {
        return of(
                asker,
                request,
                answer.status(),
                at,
                nanos,
                null,
                answer.status() < Entry.FAILED ? null : answer.body());
    }

    static PendingLogEntry refused(Asker asker, Request request, Refused refused, Instant at, long nanos) {
        return of(asker, request, refused.refusal().status(), at, nanos, refused, null);
    }

    private static PendingLogEntry of(
            Asker asker,
            Request request,
            int status,
            Instant at,
            long nanos,
            @Nullable Refused refused,
            byte @Nullable [] error) {
        return new PendingLogEntry(
                asker,
                at,
                request.method().name(),
                shortened(request.path(), PATH_LENGTH_MAX),
                request.id(),
                request.remoteAddress(),
                status,
                nanos,
                refused,
                error,
                status == UNAUTHORIZED && refused != null ? signing(request, refused) : null);
    }

    private static @Nullable Signing signing(Request request, Refused refused) {
        var signature = request.header("X-Signature").orElse("");
        if (signature.isEmpty()) {
            return null;
        }
        return new Signing(
                signed(request, refused)
                        .map(text -> shortened(text, SIGNED_LENGTH_MAX))
                        .orElse(null),
                shortened(signature, TEXT_LENGTH_MAX),
                shortened(request.header("X-Timestamp").orElse(""), TEXT_LENGTH_MAX));
    }

    /// Returns the text that the service signed, if the signature was wrong. A sandbox keeps it whole, as in its
    /// answer. A live deployment's answer does not contain it; it keeps only a hash of the query, which may
    /// contain a person's name.
    private static Optional<String> signed(Request request, Refused refused) {
        return Optional.ofNullable(refused.extras().get("stringToSign"))
                .map(Object::toString)
                .or(() -> Optional.of(request)
                        .filter(_ -> refused.refusal() == Refusal.AUTH_BAD_SIGNATURE)
                        .map(query -> RequestSigner.stringToSign(
                                query.header("X-Client-ID").orElse(""),
                                query.header("X-Timestamp").orElse(""),
                                query.method().name(),
                                query.path(),
                                Signing.hidden(query.rawQuery()),
                                query.body())));
    }

    boolean isRefused() {
        return status >= Entry.FAILED;
    }

    /// Returns true if the client or key was authenticated and authorized, and so was used.
    boolean isUse() {
        return status != UNAUTHORIZED && status != FORBIDDEN;
    }

    Entry entry(UUID id) {
        return new Entry(
                asker.organizationId(),
                id,
                at,
                asker.actorId(),
                method,
                path,
                status,
                Duration.ofNanos(nanos),
                requestId,
                address,
                isRefused() ? fault() : null);
    }

    private Fault fault() {
        if (refused != null) {
            var details = refused.details().stream()
                    .limit(DETAILS_MAX)
                    .map(each -> detail(each.field(), each.code(), each.message()))
                    .toList();
            return new Fault(
                    refused.refusal().code(), shortened(refused.text(), TEXT_LENGTH_MAX), json(details), signing);
        }
        var body = errorBody();
        var details = new ArrayList<JsonObject>();
        for (var each : body.path("details")) {
            if (details.size() < DETAILS_MAX) {
                details.add(detail(text(each, "field"), text(each, "code"), text(each, "message")));
            }
        }
        return new Fault(
                shortened(text(body, "code"), TEXT_LENGTH_MAX),
                shortened(text(body, "message"), TEXT_LENGTH_MAX),
                json(details),
                signing);
    }

    /// Parses the error body; returns an empty one if it is not an error body of the service.
    private JsonNode errorBody() {
        try {
            return Json.parse(error == null ? NOTHING : error);
        } catch (Refused noJson) {
            return Json.parse(NOTHING);
        }
    }

    private static JsonObject detail(String field, String code, String message) {
        return new JsonObject()
                .put("field", shortened(field, TEXT_LENGTH_MAX))
                .put("code", shortened(code, TEXT_LENGTH_MAX))
                .put("message", shortened(message, TEXT_LENGTH_MAX));
    }

    private static String json(List<JsonObject> details) {
        return new String(Json.bytes(details), StandardCharsets.UTF_8);
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).asString("");
    }

    /// Truncates a text and replaces NUL, which PostgreSQL cannot store.
    private static String shortened(String sent, int lengthMax) {
        return Excerpt.of(sent.replace('\0', '?'), lengthMax);
    }
}
