package dev.sluice.rail.iso20022.payout;

import dev.sluice.iso20022.BusinessCalendar;
import dev.sluice.rail.iso20022.profile.BankProfile.Promises.Days;
import dev.sluice.rail.iso20022.profile.BankProfile.Windows;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZonedDateTime;

/// Times at which files of an account are sealed: in the windows of business days.
record SealingTimes(Windows windows, BusinessCalendar calendar) {
    private static final int DAYS_MAX = 30;

    static SealingTimes of(Windows windows) {
        return new SealingTimes(
                windows,
                new BusinessCalendar(
                        switch (windows.calendar()) {
                            case TARGET -> BusinessCalendar.PaymentSystem.TARGET;
                            case SIX -> BusinessCalendar.PaymentSystem.SIX;
                            case INDONESIA -> BusinessCalendar.PaymentSystem.INDONESIA;
                            case WEEKDAYS -> BusinessCalendar.PaymentSystem.WEEKDAYS;
                            case NONE -> BusinessCalendar.PaymentSystem.NONE;
                        },
                        windows.holidays()));
    }

    boolean isOpen(Instant now) {
        var local = now.atZone(windows.zone());
        return calendar.isBusinessDay(local.toLocalDate())
                && windows.open().stream()
                        .anyMatch(window -> !local.toLocalTime().isBefore(window.from())
                                && !local.toLocalTime().isAfter(window.until()));
    }

    /// Returns true if this is the last run before the window closes.
    boolean isLast(Instant now) {
        return !isOpen(now.plus(windows.every()));
    }

    /// Returns the next time at which files are sealed: now if a window is open.
    Instant next(Instant now) {
        if (isOpen(now)) {
            return now;
        }
        var today = day(now);
        for (var day = today; day.isBefore(today.plusDays(DAYS_MAX)); day = day.plusDays(1)) {
            if (calendar.isBusinessDay(day)) {
                var on = day;
                var begin = windows.open().stream()
                        .map(window -> ZonedDateTime.of(on, window.from(), windows.zone())
                                .toInstant())
                        .filter(each -> each.isAfter(now))
                        .sorted()
                        .findFirst();
                if (begin.isPresent()) {
                    return begin.get();
                }
            }
        }
        return now.plus(windows.every());
    }

    LocalDate day(Instant now) {
        return now.atZone(windows.zone()).toLocalDate();
    }

    /// Returns the day that is a number of days after another one.
    LocalDate after(Instant since, Days days) {
        return days.business()
                ? calendar.plusBusinessDays(day(since), days.count())
                : day(since).plusDays(days.count());
    }
}
