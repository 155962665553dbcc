package dev.sluice.rail.sandbox.bank;

import dev.sluice.db.Tx;
import dev.sluice.rail.sandbox.bank.Booking.Content;
import dev.sluice.rail.sandbox.bank.Booking.Kind;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import org.jspecify.annotations.Nullable;

/// Books of one account in one transaction that holds the lock of the account. Balances are chained by the order of
/// bookings.
final class Books {
    private final Tx tx;
    private final BankSettings settings;
    private final Knobs knobs;
    private LocalDate openDay;
    private long opening;
    private long balance;
    private long lastId;
    private int statementYear;
    private int statementNumber;
    private Instant reportedAt;
    private Instant now;

    Books(Tx tx, BankSettings settings, Knobs knobs, AccountStore.Row account, Instant now) {
        this.tx = tx;
        this.settings = settings;
        this.knobs = knobs;
        this.openDay = account.openDay();
        this.opening = account.opening();
        this.balance = account.balance();
        this.lastId = account.lastId();
        this.statementYear = account.statementYear();
        this.statementNumber = account.statementNumber();
        this.reportedAt = account.reportedAt();
        this.now = now;
    }

    void save() {
        AccountStore.save(
                tx,
                settings.bank(),
                new AccountStore.Row(
                        knobs.seed(), openDay, opening, balance, lastId, statementYear, statementNumber, reportedAt));
    }

    Tx tx() {
        return tx;
    }

    BankSettings settings() {
        return settings;
    }

    String bank() {
        return settings.bank();
    }

    Instant now() {
        return now;
    }

    /// Sets the time of the next bookings: a step that comes late works through the days that it missed.
    void at(Instant instant) {
        now = instant;
    }

    long nextId() {
        return ++lastId;
    }

    long balance() {
        return balance;
    }

    LocalDate openDay() {
        return openDay;
    }

    Instant reportedAt() {
        return reportedAt;
    }

    void reported() {
        reportedAt = now;
    }

    boolean isOn(Knob knob, String... subjects) {
        return knobs.isOn(knob, subjects);
    }

    /// Books an entry on the open day.
    ///
    /// @param subject subject of [Knob#ENTRY_WITHOUT_REFERENCES] and [Knob#EQUAL_BOOKINGS]; null for entries of the
    ///     bank itself
    Booking book(Kind kind, long units, @Nullable String subject, Content content) {
        long id = nextId();
        balance += units;
        boolean anonymous =
                subject != null && (isOn(Knob.ENTRY_WITHOUT_REFERENCES, subject) || isOn(Knob.EQUAL_BOOKINGS, subject));
        var booking = new Booking(id, openDay, now, kind, units, balance, anonymous ? null : reference(id), content);
        BookingStore.insert(tx, bank(), booking);
        return booking;
    }

    /// Returns a reference of 16 characters, the most that MT940 carries.
    private String reference(long id) {
        return "%04X%012d".formatted(bank().hashCode() & 0xFFFF, id);
    }

    /// Closes the open day and opens the next one.
    ClosedDay closeDay() {
        int year = openDay.getYear();
        boolean restarts = settings.sends().yearlyNumbers() || isOn(Knob.NUMBERS_RESTART, Integer.toString(year));
        if (year != statementYear && restarts) {
            statementNumber = 0;
        }
        statementYear = year;
        statementNumber++;
        var closed = new ClosedDay(openDay, year, statementNumber, opening, balance);
        AccountStore.close(tx, bank(), closed);
        opening = balance;
        openDay = businessDay(openDay.plusDays(1));
        return closed;
    }

    /// Returns true if the open day is over.
    boolean isDayOver(Instant instant) {
        return openDay.isBefore(businessDay(day(instant)));
    }

    /// Returns the end of the open day.
    Instant endOfDay() {
        return openDay.plusDays(1).atStartOfDay(settings.zone()).toInstant();
    }

    boolean isLastDayOfMonth() {
        return businessDay(openDay.plusDays(1)).getMonth() != openDay.getMonth();
    }

    /// Returns the beginning of a requested day, but not before now.
    Instant executionOf(String day) {
        var begin = LocalDate.parse(day).atStartOfDay(settings.zone()).toInstant();
        return begin.isAfter(now) ? begin : now;
    }

    LocalDate day(Instant instant) {
        return instant.atZone(settings.zone()).toLocalDate();
    }

    LocalDate businessDay(LocalDate day) {
        return businessDay(settings, day);
    }

    /// Returns the day itself, or the next business day.
    static LocalDate businessDay(BankSettings settings, LocalDate day) {
        if (!settings.weekdaysOnly()) {
            return day;
        }
        return switch (day.getDayOfWeek()) {
            case SATURDAY, SUNDAY -> day.with(TemporalAdjusters.next(DayOfWeek.MONDAY));
            case MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY -> day;
        };
    }
}
