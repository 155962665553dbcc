package dev.sluice.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/// A range of time from `start`, inclusive, to `endExclusive`.
public record DateRange(Instant start, Instant endExclusive) {
    private static final String FORMAT = "must be an RFC 3339 date and time, or a date as YYYY-MM-DD";
    private static final Instant FIRST = Instant.EPOCH;
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");
    private static final int BLANK_AT = "2026-01-01".length();

    static Optional<DateRange> read(Query query) {
        var from = query.text("startDate");
        var to = query.text("endDate");
        var start = from.flatMap(text -> parsed(query, "startDate", text, false));
        var end = to.flatMap(text -> parsed(query, "endDate", text, true));
        requireWith(query, "startDate", "endDate");
        requireWith(query, "endDate", "startDate");
        return start.flatMap(first -> end.map(last -> new DateRange(first, last)));
    }

    private static void requireWith(Query query, String name, String other) {
        if (query.has(other) && !query.has(name)) {
            query.findings().add(name, "REQUIRED", "is required together with " + other);
        }
    }

    private static Optional<Instant> parsed(Query query, String name, String text, boolean end) {
        var instant = parse(text, end);
        if (instant.isEmpty()) {
            query.findings().add(name, "INVALID_FORMAT", FORMAT);
        }
        return instant;
    }

    /// The end is inclusive in the API: the whole day of a date, the whole millisecond of a time. Times before
    /// 1970 or after 9999 mean unbounded.
    private static Optional<Instant> parse(String text, boolean end) {
        try {
            if (text.length() == "2026-01-01".length()) {
                var day = LocalDate.parse(text);
                return Optional.of(clamped((end ? day.plusDays(1) : day)
                        .atStartOfDay(ZoneOffset.UTC)
                        .toInstant()));
            }
            var instant = clamped(OffsetDateTime.parse(repaired(text)).toInstant());
            return Optional.of(end ? instant.plusMillis(1) : instant);
        } catch (DateTimeException malformed) {
            return Optional.empty();
        }
    }

    /// Restores a plus sign that the client did not encode and that arrives as a blank; RFC 3339 also allows a
    /// blank for the `T`.
    private static String repaired(String text) {
        boolean blank = text.length() > BLANK_AT && text.charAt(BLANK_AT) == ' ';
        return (blank ? text.substring(0, BLANK_AT) + "T" + text.substring(BLANK_AT + 1) : text).replace(' ', '+');
    }

    private static Instant clamped(Instant instant) {
        if (instant.isBefore(FIRST)) {
            return FIRST;
        }
        return instant.isAfter(LAST) ? LAST : instant;
    }
}
