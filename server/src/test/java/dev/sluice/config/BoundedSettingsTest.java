package dev.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.screening.ScreeningSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Durations and ports among the settings, and the bounds that faults name.
class BoundedSettingsTest {
    @TempDir
    Path dir;

    private Config load(Map<String, String> env) throws Config.Invalid {
        return Config.load(env, dir.resolve("sluice.yaml"));
    }

    private List<String> faults(Map<String, String> env) {
        return catchThrowableOfType(Config.Invalid.class, () -> load(env)).lines();
    }

    @ParameterizedTest
    @ValueSource(strings = {"72h", "PT72H", "3d", "P3D", "4320m"})
    void every_duration_is_taken_in_both_forms(String text) throws Exception {
        var config = load(Map.of(
                "SLUICE_OWNER_CHANGE_WAIT", text,
                "SLUICE_RATE_TABLE_AGE", text,
                "SLUICE_SCREENING", "list",
                "SLUICE_SCREENING_LIST", "list.csv",
                "SLUICE_SCREENING_LIST_AGE", text));
        assertThat(config.ownerChangeWait()).isEqualTo(Duration.ofDays(3));
        assertThat(config.rates().tableAge()).contains(Duration.ofDays(3));
        assertThat(config.screening())
                .isInstanceOfSatisfying(
                        ScreeningSettings.LocalList.class,
                        list -> assertThat(list.ageMax()).isEqualTo(Duration.ofDays(3)));
    }

    @Test
    void bounds_of_durations_and_ports_are_told_as_the_docs_write_them() {
        assertThat(faults(Map.of(
                        "SLUICE_SCREENING_LIST_AGE", "366d",
                        "SLUICE_OWNER_CHANGE_WAIT", "999999999d",
                        "SLUICE_FOO", "1",
                        "SLUICE_MAIL_HOST", "mail",
                        "SLUICE_MAIL_FROM", "a@b.c",
                        "SLUICE_MAIL_PORT", "0")))
                .containsExactlyInAnyOrder(
                        "SLUICE_SCREENING_LIST_AGE must be a duration from 1h to 365d, such as 3d or P3D, not '366d'",
                        "SLUICE_OWNER_CHANGE_WAIT must be a duration from 1h to 7d, such as 72h or PT72H,"
                                + " not '999999999d'",
                        "SLUICE_FOO is not a known setting",
                        "SLUICE_MAIL_PORT must be a port number from 1 to 65535, not '0'");
    }
}
