package dev.sluice.auth;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/// The instant that `X-Timestamp` names: ISO 8601 in UTC with or without a fraction, epoch seconds or epoch
/// milliseconds.
final class SignedTime {
    private static final Pattern ISO = Pattern.compile("\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?Z");
    private static final Pattern SECONDS = Pattern.compile("\\d{1,11}");
    private static final Pattern MILLISECONDS = Pattern.compile("\\d{12,14}");

    private SignedTime() {}

    /// The instant, or nothing for any other text.
    static Optional<Instant> parse(String text) {
        if (SECONDS.matcher(text).matches()) {
            return Optional.of(Instant.ofEpochSecond(Long.parseLong(text)));
        }
        if (MILLISECONDS.matcher(text).matches()) {
            return Optional.of(Instant.ofEpochMilli(Long.parseLong(text)));
        }
        if (!ISO.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeException noSuchDay) {
            return Optional.empty();
        }
    }
}
