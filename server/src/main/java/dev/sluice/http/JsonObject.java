package dev.sluice.http;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
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

    void forEach(BiConsumer<String, @Nullable Object> consumer) {
        for (int i = 0; i < keys.size(); i++) {
            consumer.accept(keys.get(i), values.get(i));
        }
    }
}
