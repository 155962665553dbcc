package dev.sluice.dashboard;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Optional;

/// Where days begin and end in a person's time zone. A day in which clocks are changed is shorter or longer.
public final class DayBorders {
    private static final int YEAR_MAX = 9999;

    private DayBorders() {}

    /// A day as the field of a form sends it; nothing of what is none, or is beyond the years that have four digits.
    public static Optional<LocalDate> parse(String text) {
        try {
            var day = LocalDate.parse(text);
            return day.getYear() < 0 || day.getYear() > YEAR_MAX ? Optional.empty() : Optional.of(day);
        } catch (DateTimeException malformed) {
            return Optional.empty();
        }
    }

    /// The first instant of a day.
    public static Instant start(LocalDate day, ZoneId zone) {
        return day.atStartOfDay(zone).toInstant();
    }

    /// The first instant after a day.
    public static Instant next(LocalDate day, ZoneId zone) {
        return start(day.plusDays(1), zone);
    }

    /// The last instant of a day, as lists of the service take it: to the millisecond.
    public static Instant end(LocalDate day, ZoneId zone) {
        return next(day, zone).minusMillis(1);
    }
}
