package dev.sluice.http;

import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/// Ids as text: UUIDs in their canonical form, in any case.
public final class Ids {
    private static final Pattern CANONICAL =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

    private Ids() {}

    /// The id that a text names, or nothing for any other text.
    public static Optional<UUID> parse(String text) {
        var lower = text.toLowerCase(Locale.ROOT);
        return CANONICAL.matcher(lower).matches() ? Optional.of(UUID.fromString(lower)) : Optional.empty();
    }
}
