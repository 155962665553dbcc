package dev.sluice.iso20022.mt;

import dev.sluice.iso20022.Amount;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.Year;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Dates and amounts of MT messages.
final class MtDates {
    /// Years from here on belong to the last century; statements began before MT940 did.
    private static final int CENTURY_TURN = 80;

    private static final int DAYS_HALF_YEAR = 183;
    private static final int FEBRUARY = 2;
    private static final int INTEREST_MONTH_DAYS = 30;

    private MtDates() {}

    /// Returns the date `YYMMDD`; null if there is no such day. German banks count interest in months of 30 days,
    /// so they write value dates of 30 February; these are its last day.
    static @Nullable LocalDate date(String text) {
        if (text.length() != 6) {
            return null;
        }
        int year = Integer.parseInt(text.substring(0, 2));
        return day((year >= CENTURY_TURN ? 1900 : 2000) + year, text.substring(2));
    }

    /// Returns the day `MMDD` of the year in which it is nearest to a date: a value date may be in the next year.
    static @Nullable LocalDate near(LocalDate date, String monthDay) {
        var same = day(date.getYear(), monthDay);
        if (same == null) {
            return null;
        }
        long days = ChronoUnit.DAYS.between(date, same);
        int years = days > DAYS_HALF_YEAR ? -1 : days < -DAYS_HALF_YEAR ? 1 : 0;
        return same.plusYears(years);
    }

    /// Reads an amount. The separator is a comma; a few banks write a point, or leave it out.
    static Optional<BigDecimal> amount(String text) {
        return Amount.decimal(text, text.indexOf(',') >= 0 ? ',' : '.');
    }

    /// Reads an amount that ends a line. Here the separator is required, so that an amount that was cut off is none.
    static Optional<BigDecimal> wholeAmount(String text) {
        return text.indexOf(',') < 0 && text.indexOf('.') < 0 ? Optional.empty() : amount(text);
    }

    private static @Nullable LocalDate day(int year, String monthDay) {
        int month = Integer.parseInt(monthDay.substring(0, 2));
        int day = Integer.parseInt(monthDay.substring(2));
        try {
            return month == FEBRUARY && day <= INTEREST_MONTH_DAYS && day > 0
                    ? LocalDate.of(year, month, Math.min(day, Year.of(year).isLeap() ? 29 : 28))
                    : LocalDate.of(year, month, day);
        } catch (DateTimeException noDay) {
            return null;
        }
    }
}
