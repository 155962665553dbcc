package dev.sluice.activity;

import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Timestamps;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Stored form of activities. Every payment in an answer reads some, so a streaming parser reads them without
/// building a tree.
public final class Activities {
    private static final String NAME = "a";
    private static final String STATUS = "s";
    private static final String DESCRIPTION = "d";
    private static final String UPDATED_AT = "t";

    private Activities() {}

    public static String document(List<Activity> activities) {
        var lines = activities.stream()
                .map(activity -> new JsonObject()
                        .put(NAME, activity.name())
                        .put(STATUS, activity.status())
                        .put(DESCRIPTION, activity.description())
                        .put(UPDATED_AT, activity.updatedAt()))
                .toList();
        return new String(Json.bytes(lines), StandardCharsets.UTF_8);
    }

    public static List<Activity> read(String document) {
        var activities = new ArrayList<Activity>();
        try (var tokens = Json.tokens(document)) {
            for (var token = tokens.nextToken(); token != null; token = tokens.nextToken()) {
                if (token == JsonToken.START_OBJECT) {
                    activities.add(activity(tokens));
                }
            }
        }
        return activities;
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
                default -> throw new IllegalStateException("an activity has no " + key);
            }
        }
        return new Activity(name, status, description, updatedAt);
    }
}
