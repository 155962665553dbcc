package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.page.Texts;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PauseTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en | PT0.3S | Try again in a second.",
                "en | PT1S | Try again in 2 seconds.",
                "en | PT30M | Try again in 1,801 seconds.",
                "id | PT0.3S | Coba lagi dalam satu detik.",
                "id | PT4.9S | Coba lagi dalam 5 detik."
            })
    void it_is_told_in_as_many_seconds_as_are_left(String language, Duration left, String told) {
        assertThat(Pause.message(Texts.of("dashboard.frame", language, DashboardGuard.LANGUAGES), left))
                .endsWith(told);
    }
}
