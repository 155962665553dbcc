package dev.sluice.auth;

import dev.sluice.http.Timestamps;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/// Parser of `X-Timestamp`: ISO 8601 in UTC (`Z`, or `+00:00` as Python's `isoformat` writes it) with or without a
/// fraction, epoch seconds or epoch milliseconds.
public final class SignedTime {
    /// Permitted distance from the real clock, either way.
    public static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final Pattern ISO =
            Pattern.compile("\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|\\+00:00)");
    private static final Pattern EPOCH = Pattern.compile("\\d{1,14}");
    /// Eleven digits as seconds reach beyond the year 5000, and as milliseconds not beyond 1973.
    private static final int SECONDS_LENGTH_MAX = 11;

    private SignedTime() {}

    /// Returns the instant, or nothing for any other text.
    public static Optional<Instant> parse(String text) {
        if (Timestamps.isWire(text) || ISO.matcher(text).matches()) {
            return iso(text);
        }
        if (!EPOCH.matcher(text).matches()) {
            return Optional.empty();
        }
        long number = Long.parseLong(text);
        return Optional.of(
                text.length() <= SECONDS_LENGTH_MAX ? Instant.ofEpochSecond(number) : Instant.ofEpochMilli(number));
    }

    private static Optional<Instant> iso(String text) {
        try {
            return Optional.of(Timestamps.parse(text));
        } catch (DateTimeException noSuchDay) {
            return Optional.empty();
        }
    }
}
