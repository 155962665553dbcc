package dev.sluice.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/// A span of time: from `start` on, up to and without `endExclusive`.
public record DateRange(Instant start, Instant endExclusive) {
    private static final String FORMAT = "must be an RFC 3339 date and time, or a date as YYYY-MM-DD";
    private static final int YEAR_MAX = 9999;

    static Optional<DateRange> read(Query query) {
        var from = query.text("startDate");
        var to = query.text("endDate");
        if (from.isPresent() != to.isPresent()) {
            query.fail(from.isPresent() ? "endDate" : "startDate", "startDate and endDate must be sent together");
            return Optional.empty();
        }
        var start = from.flatMap(text -> parse(text, false).or(() -> query.fail("startDate", FORMAT)));
        var end = to.flatMap(text -> parse(text, true).or(() -> query.fail("endDate", FORMAT)));
        return start.flatMap(first -> end.map(last -> new DateRange(first, last)));
    }

    /// The end is inclusive on the wire: the whole day of a date, the whole millisecond of a time.
    private static Optional<Instant> parse(String text, boolean end) {
        try {
            if (text.length() == "2026-01-01".length()) {
                var day = LocalDate.parse(text);
                return bounded((end ? day.plusDays(1) : day)
                        .atStartOfDay(ZoneOffset.UTC)
                        .toInstant());
            }
            // A plus sign arrives as a blank where the client did not encode it.
            var instant = OffsetDateTime.parse(text.replace(' ', '+')).toInstant();
            return bounded(end ? instant.plusMillis(1) : instant);
        } catch (DateTimeException malformed) {
            return Optional.empty();
        }
    }

    private static Optional<Instant> bounded(Instant instant) {
        int year = instant.atOffset(ZoneOffset.UTC).getYear();
        return year >= 1970 && year <= YEAR_MAX ? Optional.of(instant) : Optional.empty();
    }
}
