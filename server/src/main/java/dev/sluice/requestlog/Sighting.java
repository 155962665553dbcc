package dev.sluice.requestlog;

import dev.sluice.auth.Witness.Asker;
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

/// What is kept in memory of a request until it is written: little, and nothing that takes time to make.
///
/// @param refused the refusal, where it was thrown
/// @param error the body of the answer, where it tells of a refusal
record Sighting(
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

    static Sighting answered(Asker asker, Request request, Answer answer, Instant at, long nanos) {
        return of(
                asker,
                request,
                answer.status(),
                at,
                nanos,
                null,
                answer.status() < Entry.FAILED ? null : answer.body());
    }

    static Sighting refused(Asker asker, Request request, Refused refused, Instant at, long nanos) {
        return of(asker, request, refused.refusal().status(), at, nanos, refused, null);
    }

    private static Sighting of(
            Asker asker,
            Request request,
            int status,
            Instant at,
            long nanos,
            @Nullable Refused refused,
            byte @Nullable [] error) {
        return new Sighting(
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

    /// What the service signed, where that is what was refused. A sandbox tells it whole, as its answer does; a live
    /// deployment's answer does not, and of a query, which may search for somebody's name, only the hash is kept.
    private static Optional<String> signed(Request request, Refused refused) {
        return Optional.ofNullable(refused.extras().get("stringToSign"))
                .map(Object::toString)
                .or(() -> Optional.of(request)
                        .filter(_ -> refused.refusal() == Refusal.AUTH_BAD_SIGNATURE)
                        .map(asked -> RequestSigner.stringToSign(
                                asked.header("X-Client-ID").orElse(""),
                                asked.header("X-Timestamp").orElse(""),
                                asked.method().name(),
                                asked.path(),
                                Signing.hidden(asked.rawQuery()),
                                asked.body())));
    }

    boolean isRefused() {
        return status >= Entry.FAILED;
    }

    /// Whether the client or key proved itself and was let in, and so was used.
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
        var body = told();
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

    /// The error body, or an empty one where it is none of ours.
    private JsonNode told() {
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

    /// None is left that PostgreSQL has no place for.
    private static String shortened(String sent, int lengthMax) {
        return Excerpt.of(sent.replace('\0', '?'), lengthMax);
    }
}
