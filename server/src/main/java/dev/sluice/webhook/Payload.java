package dev.sluice.webhook;

import dev.sluice.event.Event;
import dev.sluice.event.Recorded;
import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.http.RawJson;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/// An event on the wire, the same in a message and where it is read again.
record Payload(boolean livemode) {
    /// The version of the payloads' shape. It changes when a field goes, which none has yet.
    static final String API_VERSION = "2026-11-01";

    /// The message that tells of an event. The data is the resource as it was rendered then.
    Message message(Recorded recorded) {
        return message(
                recorded.id(),
                recorded.event(),
                new RawJson(new String(recorded.event().data(), StandardCharsets.UTF_8)));
    }

    Message message(UUID id, Event event, Object data) {
        return new Message(id, Json.bytes(json(id, event, data)));
    }

    JsonObject json(Recorded recorded) {
        JsonNode data = Json.parse(recorded.event().data());
        return json(recorded.id(), recorded.event(), data);
    }

    private JsonObject json(UUID id, Event event, Object data) {
        return new JsonObject()
                .put("id", id)
                .put("type", event.type())
                .put("timestamp", event.createdAt())
                .put("apiVersion", API_VERSION)
                .put("livemode", livemode)
                .put("sequence", event.sequence())
                .put("orderId", event.resourceId())
                .put("data", data);
    }
}
