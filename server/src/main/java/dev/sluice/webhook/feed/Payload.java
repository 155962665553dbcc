package dev.sluice.webhook.feed;

import dev.sluice.event.Event;
import dev.sluice.event.Recorded;
import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.http.RawJson;
import dev.sluice.webhook.endpoint.Endpoint;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/// JSON of an event, the same in a message and in the list of events.
public record Payload(boolean livemode) {
    /// Version of the payloads. It changes when a field is removed, and none has been so far.
    static final String API_VERSION = "2026-11-01";

    /// Numbers in resources that are no amounts.
    private static final Set<String> COUNTS = Set.of("tokenDecimal", "gasUsed");

    /// Returns the message of an event. The data is the resource as it was rendered at that time.
    public Message message(Recorded recorded) {
        return message(
                recorded.id(),
                recorded.event(),
                new RawJson(new String(recorded.event().data(), StandardCharsets.UTF_8)));
    }

    /// The message with amounts as the endpoint takes them.
    public Message message(Recorded recorded, Endpoint.Amounts amounts) {
        return switch (amounts) {
            case NUMBER -> message(recorded);
            case STRING -> new Message(recorded.id(), Json.bytes(json(recorded), true));
        };
    }

    public Message message(UUID id, Event event, Object data) {
        return new Message(id, Json.bytes(json(id, event, data)));
    }

    JsonObject json(Recorded recorded) {
        return json(
                recorded.id(),
                recorded.event(),
                document("data", Json.parse(recorded.event().data())));
    }

    /// Returns a rendered resource with typed amounts: a client may want those as text.
    private static Object document(String name, JsonNode node) {
        if (node.isObject()) {
            var object = new JsonObject();
            node.properties()
                    .forEach(member -> object.put(member.getKey(), document(member.getKey(), member.getValue())));
            return object;
        }
        if (node.isArray()) {
            var items = new ArrayList<>();
            node.forEach(item -> items.add(document(name, item)));
            return items;
        }
        return COUNTS.contains(name) && node.isIntegralNumber() ? (Object) node.longValue() : node;
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
