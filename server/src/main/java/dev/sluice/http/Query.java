package dev.sluice.http;

import dev.sluice.refusal.Findings;
import java.math.BigDecimal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The parameters of a query. Unknown ones are ignored, an empty value is no value, and what is malformed is found.
public final class Query {
    private final Map<String, String> values = new HashMap<>();
    private final Findings findings = new Findings();

    private Query() {}

    static Query parse(String raw) {
        var query = new Query();
        for (var pair : raw.split("&")) {
            int equals = pair.indexOf('=');
            var name = decode(equals < 0 ? pair : pair.substring(0, equals));
            var value = equals < 0 ? "" : decode(pair.substring(equals + 1));
            if (name.isEmpty() || value.isEmpty()) {
                continue;
            }
            if (value.indexOf('\0') >= 0) {
                query.findings.add(name, "INVALID_FORMAT", "must not contain control characters");
            } else if (query.values.put(name, value) != null) {
                query.findings.add(name, "REPEATED", "was given more than once");
            }
        }
        return query;
    }

    public Findings findings() {
        return findings;
    }

    public Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /// A value out of a closed set, compared as sent.
    public Optional<String> oneOf(String name, Collection<String> allowed) {
        return text(name).filter(value -> {
            if (allowed.contains(value)) {
                return true;
            }
            findings.add(name, "UNKNOWN_VALUE", "must be one of " + String.join(", ", allowed));
            return false;
        });
    }

    public Optional<Boolean> bool(String name) {
        return text(name).flatMap(value -> switch (value) {
            case "true" -> Optional.of(true);
            case "false" -> Optional.of(false);
            default -> {
                findings.add(name, "INVALID_FORMAT", "must be true or false");
                yield Optional.empty();
            }
        });
    }

    public int integer(String name, int defaultValue, int min, int max) {
        var value = text(name);
        if (value.isEmpty()) {
            return defaultValue;
        }
        try {
            var number = new BigDecimal(value.get()).intValueExact();
            if (value.get().length() <= 12 && number >= min && number <= max) {
                return number;
            }
        } catch (ArithmeticException | NumberFormatException notWhole) {
            // Falls through to the finding: what is no whole number is out of range too.
        }
        findings.add(name, "OUT_OF_RANGE", "must be a whole number from " + min + " to " + max);
        return defaultValue;
    }

    /// `startDate` and `endDate`, sent together or not at all: RFC 3339, or `YYYY-MM-DD` as a UTC day with the end day
    /// included.
    public Optional<DateRange> dates() {
        return DateRange.read(this);
    }

    Optional<Instant> fail(String name, String message) {
        findings.add(name, "INVALID_FORMAT", message);
        return Optional.empty();
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return text;
        }
    }
}
