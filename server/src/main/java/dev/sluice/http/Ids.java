package dev.sluice.http;

import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;

/// Parses UUIDs in their canonical form, in either case.
public final class Ids {
    private static final String LAYOUT = "00000000-0000-0000-0000-000000000000";

    private Ids() {}

    /// Returns the UUID of a text; empty if it is not in canonical form.
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
