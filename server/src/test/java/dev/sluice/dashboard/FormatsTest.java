package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.page.Texts;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of the formats of times, and of the borders of days.
class FormatsTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static Formats formats(String language, String zone) {
        return new Formats(Locale.of(language), UnaryOperator.identity(), ZoneId.of(zone));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-22T17:30:00Z, Asia/Jakarta, '23 Nov 2026 00.30 WIB'",
        "2026-11-22T17:30:00Z, Asia/Makassar, '23 Nov 2026 01.30 WITA'",
        "2026-11-22T17:30:00Z, Asia/Kuala_Lumpur, '23 Nov 2026 01.30 UTC+08:00'",
        "2026-11-22T17:30:00Z, Asia/Kathmandu, '22 Nov 2026 23.15 UTC+05:45'",
        "2026-11-22T17:30:00Z, Asia/Manila, '23 Nov 2026 01.30 UTC+08:00'",
        "2026-11-22T17:30:00Z, UTC, '22 Nov 2026 17.30 UTC'",
        "2026-11-22T17:30:00Z, Europe/Berlin, '22 Nov 2026 18.30 CET'",
        "2026-07-22T17:30:00Z, Europe/Berlin, '22 Jul 2026 19.30 CEST'",
        "2026-11-22T17:30:00Z, Europe/London, '22 Nov 2026 17.30 GMT'"
    })
    void a_time_says_its_zone(String instant, String zone, String written) {
        assertThat(formats("id", zone).time(Instant.parse(instant))).isEqualTo(written);
    }

    @ParameterizedTest
    @CsvSource({
        "500, USD, '500.00\u00a0USD'",
        "1250.5, USD, '1,250.50\u00a0USD'",
        "1250000, IDR, '1,250,000\u00a0IDR'",
        "1250000.5, IDR, '1,250,000.50\u00a0IDR'",
        "500, JPY, '500\u00a0JPY'",
        "25, usdc-polygon, '25.00\u00a0usdc-polygon'",
        "0.000001, usdc-polygon, '0.000001\u00a0usdc-polygon'"
    })
    void an_amount_has_at_least_the_decimals_of_its_currency(BigDecimal amount, String unit, String written) {
        assertThat(formats("en", "UTC").money(amount, unit)).isEqualTo(written);
    }

    /// The hour that occurs twice at a clock change.
    @Test
    void times_of_the_same_hour_are_told_apart() {
        var formats = formats("id", "Europe/Berlin");
        assertThat(formats.time(Instant.parse("2026-10-25T00:30:00Z"))).isEqualTo("25 Okt 2026 02.30 CEST");
        assertThat(formats.time(Instant.parse("2026-10-25T01:30:00Z"))).isEqualTo("25 Okt 2026 02.30 CET");
    }

    @Test
    void who_compares_times_reads_their_seconds() {
        var at = Instant.parse("2026-11-22T17:30:07Z");
        assertThat(formats("id", "Asia/Jakarta").withSeconds().time(at)).isEqualTo("23 Nov 2026 00.30.07 WIB");
        assertThat(formats("en", "UTC").withSeconds().time(at)).isEqualTo("Nov 22, 2026, 5:30:07\u00a0PM UTC");
        assertThat(formats("en", "UTC").time(at)).isEqualTo("Nov 22, 2026, 5:30\u00a0PM UTC");
    }

    /// Ids of about the same time have the same beginning.
    @Test
    void ids_are_told_apart_by_their_ends() {
        assertThat(Formats.shortened(UUID.fromString("01993f80-0000-7000-8000-0000a1b2c3d4")))
                .isEqualTo("…a1b2c3d4");
    }

    @Test
    void for_others_and_for_machines_it_is_utc() {
        var at = Instant.parse("2026-11-22T17:30:00Z");
        assertThat(formats("id", "Asia/Jakarta").inUtc().time(at)).isEqualTo("22 Nov 2026 17.30 UTC");
        assertThat(formats("id", "Asia/Jakarta").machine(at)).isEqualTo("2026-11-22T17:30:00Z");
        assertThat(formats("en", "Asia/Jakarta").zoneName()).isEqualTo("Asia/Jakarta");
        assertThat(formats("en", "Etc/UTC").zoneName()).isEqualTo("UTC");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-03-28, 2026-03-27T23:00:00Z, 24",
        "2026-03-29, 2026-03-28T23:00:00Z, 23",
        "2026-03-30, 2026-03-29T22:00:00Z, 24",
        "2026-10-25, 2026-10-24T22:00:00Z, 25",
        "2026-10-26, 2026-10-25T23:00:00Z, 24"
    })
    void a_day_in_which_clocks_are_changed_is_shorter_or_longer(LocalDate day, Instant start, long hours) {
        assertThat(DayBorders.start(day, BERLIN)).isEqualTo(start);
        assertThat(DayBorders.next(day, BERLIN)).isEqualTo(start.plus(Duration.ofHours(hours)));
        assertThat(DayBorders.end(day, BERLIN))
                .isEqualTo(DayBorders.start(day.plusDays(1), BERLIN).minusMillis(1));
    }

    /// A clock change at midnight: the day begins at one o'clock.
    @Test
    void a_day_without_a_midnight_begins_all_the_same() {
        assertThat(DayBorders.start(LocalDate.of(2026, 9, 6), ZoneId.of("America/Santiago")))
                .isEqualTo("2026-09-06T04:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yesterday", "2026-02-30", "+999999999-12-31", "-999999999-01-01", "2026-1-1"})
    void what_is_no_day_is_none(String text) {
        assertThat(DayBorders.parse(text)).isEmpty();
    }

    @Test
    void a_span_is_open_where_a_day_is_missing() {
        var jakarta = ZoneId.of("Asia/Jakarta");
        assertThat(new Span("", "", jakarta).times()).isEmpty();
        assertThat(new Span("2026-11-23", "2026-11-23", jakarta).times())
                .contains(new Span.Times(
                        Instant.parse("2026-11-22T17:00:00Z"), Instant.parse("2026-11-23T16:59:59.999Z")));
        assertThat(new Span("", "2026-11-23", jakarta).times().orElseThrow().from())
                .isEqualTo(Instant.EPOCH);
        var common = Texts.of("dashboard.frame", "en", DashboardGuard.LANGUAGES);
        assertThat(new Span("x", "", jakarta).problems(common).at("startDate"))
                .isEqualTo("must be a date, such as 2026-01-31");
        assertThat(new Span("2026-11-23", "", jakarta).problems(common).isEmpty())
                .isTrue();
        var parameters = new java.util.LinkedHashMap<String, String>();
        new Span("2026-11-23", "", jakarta).addTo(parameters);
        assertThat(parameters).isEqualTo(Map.of("startDate", "2026-11-23", "endDate", ""));
    }
}
