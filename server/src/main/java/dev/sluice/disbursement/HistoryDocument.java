package dev.sluice.disbursement;

import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Timestamps;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// A history as it is kept. Every answer with a payout reads one, so it is read token by token, without a tree.
public final class HistoryDocument {
    private static final String NAME = "a";
    private static final String STATUS = "s";
    private static final String DESCRIPTION = "d";
    private static final String UPDATED_AT = "t";

    private HistoryDocument() {}

    public static String of(History history) {
        var lines = history.activities().stream()
                .map(activity -> new JsonObject()
                        .put(NAME, activity.name())
                        .put(STATUS, activity.status())
                        .put(DESCRIPTION, activity.description())
                        .put(UPDATED_AT, activity.updatedAt()))
                .toList();
        return new String(Json.bytes(lines), StandardCharsets.UTF_8);
    }

    static History read(String document) {
        var activities = new ArrayList<Activity>();
        try (var tokens = Json.tokens(document)) {
            for (var token = tokens.nextToken(); token != null; token = tokens.nextToken()) {
                if (token == JsonToken.START_OBJECT) {
                    activities.add(activity(tokens));
                }
            }
        }
        return new History(activities);
    }

    private static Activity activity(JsonParser tokens) {
        var name = "";
        var status = "";
        var description = "";
        var updatedAt = Instant.EPOCH;
        for (var key = tokens.nextName(); key != null; key = tokens.nextName()) {
            var text = tokens.nextStringValue();
            switch (key) {
                case NAME -> name = text;
                case STATUS -> status = text;
                case DESCRIPTION -> description = text;
                case UPDATED_AT -> updatedAt = Timestamps.parse(text);
                default -> throw new IllegalStateException("a history has no " + key);
            }
        }
        return new Activity(name, status, description, updatedAt);
    }
}
