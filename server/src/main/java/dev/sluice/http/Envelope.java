package dev.sluice.http;

import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Refused;
import java.time.Instant;
import java.time.InstantSource;

/// The envelope of every JSON answer: `{statusCode, message, data, requestId, timestamp}`, and for errors
/// `{statusCode, error, message, code, details?, requestId, timestamp}`. The HTTP status always equals `statusCode`.
public final class Envelope {
    private static final int OK = 200;
    private static final int CREATED = 201;

    private final InstantSource clock;

    public Envelope(InstantSource clock) {
        this.clock = clock;
    }

    public Answer ok(Request request, String message, Object data) {
        return answer(request, OK, message, data);
    }

    public Answer created(Request request, String message, Object data) {
        return answer(request, CREATED, message, data);
    }

    /// Returns an answer without data that confirms an action.
    public Answer done(Request request, String message) {
        var body = new JsonObject().put("statusCode", OK).put("message", message);
        return json(request, OK, close(request, body));
    }

    public Answer error(Request request, Refused refused) {
        var refusal = refused.refusal();
        var body = new JsonObject()
                .put("statusCode", refusal.status())
                .put("error", ReasonPhrases.of(refusal.status()))
                .put("message", refused.text())
                .put("code", refusal.code());
        if (!refused.details().isEmpty()) {
            body.put("details", refused.details().stream().map(Envelope::detail).toList());
        }
        refused.extras().forEach(body::put);
        var answer = json(request, refusal.status(), close(request, body));
        for (var header : refused.headers().entrySet()) {
            answer = answer.with(header.getKey(), header.getValue());
        }
        return answer;
    }

    private Answer answer(Request request, int status, String message, Object data) {
        var body = new JsonObject()
                .put("statusCode", status)
                .put("message", message)
                .put("data", data);
        return json(request, status, close(request, body));
    }

    private JsonObject close(Request request, JsonObject body) {
        return body.put("requestId", request.id()).put("timestamp", Instant.ofEpochMilli(clock.millis()));
    }

    private static Answer json(Request request, int status, JsonObject body) {
        return new Answer(status, Answer.JSON, Json.bytes(body, request.amountsAsStrings()));
    }

    private static JsonObject detail(Detail detail) {
        return new JsonObject()
                .put("field", detail.field())
                .put("code", detail.code())
                .put("message", detail.message())
                .putPresent("existingId", detail.existingId());
    }
}
