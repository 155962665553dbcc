package dev.sluice.auth;

import dev.sluice.refusal.Refusal;
import java.util.Optional;
import java.util.regex.Pattern;

/// Value of `Idempotency-Key`: 1 to 255 printable ASCII characters, bare or as a quoted string (RFC 8941). Both forms
/// of a text are the same key. Keys in the form that the service itself uses for rows of imported files are reserved,
/// since a taken key would block its row.
final class IdempotencyKey {
    static final int LENGTH_MAX = 255;

    private static final Pattern OF_FILES =
            Pattern.compile("(bulk|deposit-file)/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9]+");

    private IdempotencyKey() {}

    /// @param header value of the header; repeated headers are joined by line feeds
    /// @throws dev.sluice.refusal.Refused `IDEMPOTENCY_KEY_INVALID`
    static String parse(String header) {
        if (header.indexOf('\n') >= 0) {
            throw Refusal.IDEMPOTENCY_KEY_INVALID.refused().withMessage("Idempotency-Key was given more than once");
        }
        var parsed = unquoted(header.strip())
                .filter(key -> !key.isEmpty() && key.length() <= LENGTH_MAX)
                .filter(key -> key.chars().allMatch(character -> character >= ' ' && character <= '~'))
                .orElseThrow(Refusal.IDEMPOTENCY_KEY_INVALID::refused);
        if (OF_FILES.matcher(parsed).matches()) {
            throw Refusal.IDEMPOTENCY_KEY_INVALID
                    .refused()
                    .withMessage("Idempotency-Key has the form that is reserved for dashboard files");
        }
        return parsed;
    }

    private static Optional<String> unquoted(String text) {
        if (!text.startsWith("\"")) {
            return Optional.of(text);
        }
        if (text.length() < 2 || !text.endsWith("\"")) {
            return Optional.empty();
        }
        var key = new StringBuilder();
        for (int i = 1; i < text.length() - 1; i++) {
            char character = text.charAt(i);
            if (character == '\\') {
                i++;
                character = i < text.length() - 1 ? text.charAt(i) : '\0';
                if (character != '\\' && character != '"') {
                    return Optional.empty();
                }
            } else if (character == '"') {
                return Optional.empty();
            }
            key.append(character);
        }
        return Optional.of(key.toString());
    }
}
