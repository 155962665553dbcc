package dev.sluice.iso20022;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.Month;
import java.time.MonthDay;
import java.util.Set;

/// Days on which a payment system settles.
///
/// @param holidays further days without settlement, such as those that a government decrees each year
public record BusinessCalendar(PaymentSystem system, Set<LocalDate> holidays) {
    private static final MonthDay NEW_YEAR = MonthDay.of(Month.JANUARY, 1);
    private static final MonthDay LABOUR_DAY = MonthDay.of(Month.MAY, 1);
    private static final MonthDay CHRISTMAS = MonthDay.of(Month.DECEMBER, 25);
    private static final MonthDay BOXING_DAY = MonthDay.of(Month.DECEMBER, 26);

    /// Offsets in days from Easter Sunday.
    private static final int GOOD_FRIDAY = -2;

    private static final int EASTER_MONDAY = 1;
    private static final int ASCENSION = 39;
    private static final int WHIT_MONDAY = 50;

    /// Closing days of TARGET since 2002 (ECB press release of 14 December 2000): they are fixed until further
    /// notice.
    private static final Holidays TARGET_DAYS =
            new Holidays(Set.of(NEW_YEAR, LABOUR_DAY, CHRISTMAS, BOXING_DAY), Set.of(GOOD_FRIDAY, EASTER_MONDAY));
    /// Holidays of Swiss Interbank Clearing (SIC), those of banks in Zurich; QuantLib's Swiss calendar has the same
    /// ones. SIX publishes the days of a year in its clearing day calendar (`/api/epcd/clearingday/v1/calendar`).
    private static final Holidays SIX_DAYS = new Holidays(
            Set.of(
                    NEW_YEAR,
                    MonthDay.of(Month.JANUARY, 2),
                    LABOUR_DAY,
                    MonthDay.of(Month.AUGUST, 1),
                    CHRISTMAS,
                    BOXING_DAY),
            Set.of(GOOD_FRIDAY, EASTER_MONDAY, ASCENSION, WHIT_MONDAY));

    public BusinessCalendar {
        holidays = Set.copyOf(holidays);
    }

    public BusinessCalendar(PaymentSystem system) {
        this(system, Set.of());
    }

    /// Payment system.
    public enum PaymentSystem {
        /// TARGET, the Eurosystem's: SEPA follows it.
        TARGET,
        /// Swiss Interbank Clearing.
        SIX,
        /// Monday to Friday without the given holidays: Indonesia's are decreed each year.
        INDONESIA,
        /// Monday to Friday.
        WEEKDAYS,
        /// Every day.
        NONE
    }

    public boolean isBusinessDay(LocalDate day) {
        return !holidays.contains(day)
                && switch (system) {
                    case TARGET -> isWeekday(day) && !TARGET_DAYS.has(day);
                    case SIX -> isWeekday(day) && !SIX_DAYS.has(day);
                    case INDONESIA, WEEKDAYS -> isWeekday(day);
                    case NONE -> true;
                };
    }

    /// Returns the day itself if it is a business day, else the next one.
    public LocalDate nextBusinessDay(LocalDate day) {
        var next = day;
        while (!isBusinessDay(next)) {
            next = next.plusDays(1);
        }
        return next;
    }

    /// Returns the business day a number of business days after a day. Zero means [#nextBusinessDay].
    ///
    /// @param count zero or more
    public LocalDate plusBusinessDays(LocalDate day, int count) {
        if (count < 0) {
            throw new IllegalArgumentException("business days are counted forwards: " + count);
        }
        var next = count == 0 ? nextBusinessDay(day) : day;
        for (int counted = 0; counted < count; counted++) {
            next = nextBusinessDay(next.plusDays(1));
        }
        return next;
    }

    /// Returns Easter Sunday of a year of the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher.
    static LocalDate easter(int year) {
        int golden = year % 19;
        int century = year / 100;
        int ofCentury = year % 100;
        int leapCenturies = century / 4;
        int correction = (century - (century + 8) / 25 + 1) / 3;
        int epact = (19 * golden + century - leapCenturies - correction + 15) % 30;
        int weekday = (32 + 2 * (century % 4) + 2 * (ofCentury / 4) - epact - ofCentury % 4) % 7;
        int late = (golden + 11 * epact + 22 * weekday) / 451;
        int days = epact + weekday - 7 * late + 114;
        return LocalDate.of(year, days / 31, days % 31 + 1);
    }

    private static boolean isWeekday(LocalDate day) {
        return day.getDayOfWeek() != DayOfWeek.SATURDAY && day.getDayOfWeek() != DayOfWeek.SUNDAY;
    }

    /// @param fixed days of each year
    /// @param movable offsets in days from Easter Sunday
    private record Holidays(Set<MonthDay> fixed, Set<Integer> movable) {
        boolean has(LocalDate day) {
            var easter = easter(day.getYear());
            return fixed.contains(MonthDay.from(day))
                    || movable.stream()
                            .anyMatch(offset -> easter.plusDays(offset).equals(day));
        }
    }
}
