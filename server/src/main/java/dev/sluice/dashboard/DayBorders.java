package dev.sluice.dashboard;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Optional;

/// First and last instants of days in a time zone. A day of a clock change is shorter or longer than 24 hours.
public final class DayBorders {
    private static final int YEAR_MAX = 9999;

    private DayBorders() {}

    /// Parses the day of a form field; empty for an invalid date or a year without exactly four digits.
    public static Optional<LocalDate> parse(String text) {
        try {
            var day = LocalDate.parse(text);
            return day.getYear() < 0 || day.getYear() > YEAR_MAX ? Optional.empty() : Optional.of(day);
        } catch (DateTimeException malformed) {
            return Optional.empty();
        }
    }

    /// Returns the first instant of a day.
    public static Instant start(LocalDate day, ZoneId zone) {
        return day.atStartOfDay(zone).toInstant();
    }

    /// Returns the first instant after a day.
    public static Instant next(LocalDate day, ZoneId zone) {
        return start(day.plusDays(1), zone);
    }

    /// Returns the last instant of a day to the millisecond, as the list filters of the service expect it.
    public static Instant end(LocalDate day, ZoneId zone) {
        return next(day, zone).minusMillis(1);
    }
}
