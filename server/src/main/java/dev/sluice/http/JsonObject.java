package dev.sluice.http;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A JSON object under construction that keeps the order of its keys.
public final class JsonObject {
    private final List<String> keys = new ArrayList<>();
    private final List<@Nullable Object> values = new ArrayList<>();

    /// Adds a member; the value may be null.
    public JsonObject put(String key, @Nullable Object value) {
        keys.add(key);
        values.add(value);
        return this;
    }

    /// Adds a member unless its value is null.
    public JsonObject putPresent(String key, @Nullable Object value) {
        return value == null ? this : put(key, value);
    }

    int size() {
        return keys.size();
    }

    String key(int at) {
        return keys.get(at);
    }

    @Nullable
    Object value(int at) {
        return values.get(at);
    }
}
