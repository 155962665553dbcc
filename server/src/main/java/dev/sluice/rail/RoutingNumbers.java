package dev.sluice.rail;

import dev.sluice.http.JsonObject;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Routing numbers of a bank's branch, depending on the country. `primary` is the country's (ABA number, sort code,
/// BSB, IFSC, branch); `ach` and `wire` are separate numbers in the United States.
public record RoutingNumbers(
        @Nullable String primary,
        @Nullable String ach,
        @Nullable String wire) {
    public static final RoutingNumbers NONE = new RoutingNumbers(null, null, null);

    /// Returns the numbers as stored and as shown in the API; null if there are none.
    public @Nullable JsonObject json() {
        return equals(NONE)
                ? null
                : new JsonObject()
                        .putPresent("primary", primary)
                        .putPresent("ach", ach)
                        .putPresent("wire", wire);
    }

    /// Returns the stored numbers; empty ones if none were stored.
    public static RoutingNumbers of(@Nullable JsonNode stored) {
        return stored == null
                ? NONE
                : new RoutingNumbers(text(stored, "primary"), text(stored, "ach"), text(stored, "wire"));
    }

    private static @Nullable String text(JsonNode stored, String name) {
        var value = stored.get(name);
        return value == null ? null : value.stringValue();
    }
}
