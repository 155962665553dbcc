package dev.sluice.rail.iso20022.profile;

import dev.sluice.iso20022.BusinessCalendar;
import dev.sluice.iso20022.BusinessCalendar.PaymentSystem;
import dev.sluice.rail.iso20022.profile.BankProfile.Promises.Days;
import dev.sluice.rail.iso20022.profile.BankProfile.Promises.Deadline;
import dev.sluice.rail.iso20022.profile.BankProfile.Windows;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/// Days of a bank account in its zone.
public record BusinessDays(ZoneId zone, BusinessCalendar calendar) {
    public static BusinessDays of(Windows windows) {
        var system = switch (windows.calendar()) {
            case TARGET -> PaymentSystem.TARGET;
            case SIX -> PaymentSystem.SIX;
            case INDONESIA -> PaymentSystem.INDONESIA;
            case WEEKDAYS -> PaymentSystem.WEEKDAYS;
            case NONE -> PaymentSystem.NONE;
        };
        return new BusinessDays(windows.zone(), new BusinessCalendar(system, windows.holidays()));
    }

    public LocalDate day(Instant at) {
        return at.atZone(zone).toLocalDate();
    }

    /// Returns the first moment after a day.
    public Instant endOf(LocalDate day) {
        return day.plusDays(1).atStartOfDay(zone).toInstant();
    }

    public LocalDate plus(LocalDate day, Days days) {
        return days.business() ? calendar.plusBusinessDays(day, days.count()) : day.plusDays(days.count());
    }

    /// Returns the time by which something of a day is promised.
    public Instant due(LocalDate day, Deadline deadline) {
        return plus(day, deadline.after()).atTime(deadline.time()).atZone(zone).toInstant();
    }
}
