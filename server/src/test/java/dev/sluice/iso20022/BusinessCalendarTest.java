package dev.sluice.iso20022;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.iso20022.BusinessCalendar.PaymentSystem;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BusinessCalendarTest {
    private static final BusinessCalendar TARGET = new BusinessCalendar(PaymentSystem.TARGET);
    private static final BusinessCalendar SIX = new BusinessCalendar(PaymentSystem.SIX);

    @ParameterizedTest
    @CsvSource({
        "2000, 2000-04-23", "2008, 2008-03-23", "2011, 2011-04-24", "2019, 2019-04-21", "2024, 2024-03-31",
        "2025, 2025-04-20", "2026, 2026-04-05", "2027, 2027-03-28", "2038, 2038-04-25", "2049, 2049-04-18"
    })
    void easter_is_on_its_published_day(int year, LocalDate day) {
        assertThat(BusinessCalendar.easter(year)).isEqualTo(day);
    }

    @Test
    void target_is_closed_on_six_holidays() {
        assertThat(closedWeekdays(TARGET, 2026))
                .containsExactly(
                        LocalDate.of(2026, 1, 1),
                        LocalDate.of(2026, 4, 3),
                        LocalDate.of(2026, 4, 6),
                        LocalDate.of(2026, 5, 1),
                        LocalDate.of(2026, 12, 25));
        assertThat(closedWeekdays(TARGET, 2025)).hasSize(6).contains(LocalDate.of(2025, 12, 26));
    }

    @Test
    void swiss_banks_are_closed_on_ten_holidays() {
        assertThat(closedWeekdays(SIX, 2025))
                .containsExactly(
                        LocalDate.of(2025, 1, 1),
                        LocalDate.of(2025, 1, 2),
                        LocalDate.of(2025, 4, 18),
                        LocalDate.of(2025, 4, 21),
                        LocalDate.of(2025, 5, 1),
                        LocalDate.of(2025, 5, 29),
                        LocalDate.of(2025, 6, 9),
                        LocalDate.of(2025, 8, 1),
                        LocalDate.of(2025, 12, 25),
                        LocalDate.of(2025, 12, 26));
    }

    @Test
    void decreed_holidays_are_given_as_a_list() {
        var day = LocalDate.of(2026, 3, 20);
        var calendar = new BusinessCalendar(PaymentSystem.INDONESIA, Set.of(day));
        assertThat(calendar.isBusinessDay(day)).isFalse();
        assertThat(calendar.isBusinessDay(day.minusDays(1))).isTrue();
        assertThat(calendar.nextBusinessDay(day)).isEqualTo(LocalDate.of(2026, 3, 23));
        assertThat(closedWeekdays(new BusinessCalendar(PaymentSystem.WEEKDAYS), 2026))
                .isEmpty();
    }

    @Test
    void a_system_without_a_calendar_is_always_open() {
        var always = new BusinessCalendar(PaymentSystem.NONE);
        var sunday = LocalDate.of(2026, 12, 27);
        assertThat(always.isBusinessDay(sunday)).isTrue();
        assertThat(always.plusBusinessDays(sunday, 3)).isEqualTo(LocalDate.of(2026, 12, 30));
    }

    @Test
    void business_days_are_counted_over_weekends_and_holidays() {
        var maundyThursday = LocalDate.of(2026, 4, 2);
        assertThat(TARGET.plusBusinessDays(maundyThursday, 0)).isEqualTo(maundyThursday);
        assertThat(TARGET.plusBusinessDays(maundyThursday, 1)).isEqualTo(LocalDate.of(2026, 4, 7));
        assertThat(TARGET.plusBusinessDays(maundyThursday, 2)).isEqualTo(LocalDate.of(2026, 4, 8));
        assertThat(TARGET.plusBusinessDays(LocalDate.of(2026, 4, 4), 0)).isEqualTo(LocalDate.of(2026, 4, 7));
        assertThat(TARGET.plusBusinessDays(LocalDate.of(2026, 4, 4), 1)).isEqualTo(LocalDate.of(2026, 4, 7));
        assertThat(SIX.nextBusinessDay(LocalDate.of(2026, 12, 25))).isEqualTo(LocalDate.of(2026, 12, 28));
        assertThatThrownBy(() -> TARGET.plusBusinessDays(maundyThursday, -1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @EnumSource(PaymentSystem.class)
    void every_week_of_a_century_has_a_business_day(PaymentSystem system) {
        var calendar = new BusinessCalendar(system);
        for (var day = LocalDate.of(2000, 1, 1); day.getYear() < 2100; day = day.plusDays(1)) {
            assertThat(calendar.nextBusinessDay(day)).isBetween(day, day.plusDays(6));
        }
    }

    private static List<LocalDate> closedWeekdays(BusinessCalendar calendar, int year) {
        return LocalDate.of(year, 1, 1)
                .datesUntil(LocalDate.of(year + 1, 1, 1))
                .filter(day -> day.getDayOfWeek().getValue() < DayOfWeek.SATURDAY.getValue())
                .filter(day -> !calendar.isBusinessDay(day))
                .toList();
    }
}
