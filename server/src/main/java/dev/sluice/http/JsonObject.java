package dev.sluice.http;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A JSON object under construction: keys in the order in which they are put.
public final class JsonObject {
    private final List<String> keys = new ArrayList<>();
    private final List<@Nullable Object> values = new ArrayList<>();

    /// Adds a member, null included.
    public JsonObject put(String key, @Nullable Object value) {
        keys.add(key);
        values.add(value);
        return this;
    }

    /// Adds a member only where it has a value: fields with no value are left out.
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
