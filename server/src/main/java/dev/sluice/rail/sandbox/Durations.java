package dev.sluice.rail.sandbox;

import dev.sluice.http.Fields;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Pattern;

/// Parses durations in requests to the sandbox: days, hours, minutes and seconds of ISO 8601, without a sign, in
/// whole milliseconds.
final class Durations {
    private static final int TEXT_MAX = 64;
    private static final Pattern FORM = Pattern.compile("P(?!$)(\\d+D)?(T(?=\\d)(\\d+H)?(\\d+M)?(\\d+(\\.\\d+)?S)?)?");

    private Durations() {}

    /// Returns a required duration above zero; adds a finding and returns zero if it is missing or invalid.
    static Duration required(Fields fields, String name, Duration max, String outOfRange) {
        var text = fields.requiredText(name, TEXT_MAX);
        if (text.isEmpty()) {
            return Duration.ZERO;
        }
        var duration = read(fields, name, text, max, outOfRange);
        if (duration.isPresent() && duration.get().toMillis() == 0) {
            fields.findings().add(fields.path(name), "NOT_POSITIVE", "must be at least a millisecond");
        }
        return duration.orElse(Duration.ZERO);
    }

    /// Returns an optional duration; zero if it is missing or invalid.
    static Duration optional(Fields fields, String name, Duration max, String outOfRange) {
        return fields.text(name, TEXT_MAX)
                .flatMap(text -> read(fields, name, text, max, outOfRange))
                .orElse(Duration.ZERO);
    }

    private static Optional<Duration> read(Fields fields, String name, String text, Duration max, String outOfRange) {
        var at = fields.path(name);
        if (!FORM.matcher(text).matches()) {
            fields.findings()
                    .add(
                            at,
                            "INVALID_FORMAT",
                            "must be an ISO 8601 duration in days or smaller units, such as PT24H or P1DT30M");
            return Optional.empty();
        }
        var match = parsed(text).filter(duration -> duration.compareTo(max) <= 0);
        if (match.isEmpty()) {
            fields.findings().add(at, "OUT_OF_RANGE", outOfRange);
        }
        return match;
    }

    /// Returns the duration; empty if the number of seconds is too large.
    private static Optional<Duration> parsed(String text) {
        try {
            return Optional.of(Duration.parse(text));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }
}
