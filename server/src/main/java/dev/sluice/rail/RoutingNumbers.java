package dev.sluice.rail;

import dev.sluice.http.JsonObject;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What leads to a branch of a bank, of those that the country has. `primary` is the country's (ABA number, sort code,
/// BSB, IFSC, branch); `ach` and `wire` are the two that the United States tell apart.
public record RoutingNumbers(
        @Nullable String primary,
        @Nullable String ach,
        @Nullable String wire) {
    public static final RoutingNumbers NONE = new RoutingNumbers(null, null, null);

    /// The numbers as they are kept, and as the wire shows them; nothing where there is none.
    public @Nullable JsonObject json() {
        return equals(NONE)
                ? null
                : new JsonObject()
                        .putPresent("primary", primary)
                        .putPresent("ach", ach)
                        .putPresent("wire", wire);
    }

    /// What was kept of them; none where nothing was.
    public static RoutingNumbers of(@Nullable JsonNode kept) {
        return kept == null ? NONE : new RoutingNumbers(text(kept, "primary"), text(kept, "ach"), text(kept, "wire"));
    }

    private static @Nullable String text(JsonNode kept, String name) {
        var value = kept.get(name);
        return value == null ? null : value.stringValue();
    }
}
