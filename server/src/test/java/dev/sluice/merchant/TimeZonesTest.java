package dev.sluice.merchant;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeZonesTest {
    @ParameterizedTest
    @CsvSource({
        "Asia/Jakarta, Asia/Jakarta",
        "asia/jakarta, Asia/Jakarta",
        "Asia/Kuala Lumpur, Asia/Kuala_Lumpur",
        "America/Argentina/Buenos_Aires, America/Argentina/Buenos_Aires",
        "Asia/Calcutta, Asia/Calcutta",
        "US/Pacific, US/Pacific",
        "utc, UTC",
        "Etc/UTC, UTC"
    })
    void a_zone_is_found_however_its_name_is_written(String name, String id) {
        assertThat(TimeZones.find(name).map(ZoneId::getId)).contains(id);
    }

    /// An offset is not a time zone: it has no clock changes, and no place is in it.
    @ParameterizedTest
    @ValueSource(strings = {"", " ", "Jakarta", "Mars/Olympus", "+07:00", "UTC+7", "Etc/GMT-7", "SystemV/EST5", "EST"})
    void what_is_no_region_is_none(String name) {
        assertThat(TimeZones.find(name)).isEmpty();
    }

    @Test
    void one_chooses_from_utc_and_the_regions() {
        var names = TimeZones.proposed().stream().map(ZoneId::getId).toList();
        assertThat(names)
                .startsWith("UTC")
                .contains("Asia/Jakarta", "Europe/Berlin")
                .doesNotContain("US/Pacific");
        assertThat(names.subList(1, names.size())).isSorted();
        assertThat(names).allMatch(name -> TimeZones.find(name).isPresent());
    }
}
