package dev.sluice.http;

import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;

/// Ids as text: UUIDs in their canonical form, in any case.
public final class Ids {
    private static final String LAYOUT = "00000000-0000-0000-0000-000000000000";

    private Ids() {}

    /// The id that a text names, or nothing for any other text.
    public static Optional<UUID> parse(String text) {
        return isCanonical(text) ? Optional.of(UUID.fromString(text)) : Optional.empty();
    }

    private static boolean isCanonical(String text) {
        if (text.length() != LAYOUT.length()) {
            return false;
        }
        for (int at = 0; at < LAYOUT.length(); at++) {
            char found = text.charAt(at);
            if (LAYOUT.charAt(at) == '-' ? found != '-' : !HexFormat.isHexDigit(found)) {
                return false;
            }
        }
        return true;
    }
}
