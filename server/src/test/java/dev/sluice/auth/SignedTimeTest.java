package dev.sluice.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SignedTimeTest {
    private static final Instant WHEN = Instant.parse("2026-11-21T02:30:00Z");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-21T02:30:00Z",
                "2026-11-21T02:30:00.000Z",
                "2026-11-21T02:30:00.000000000Z",
                "2026-11-21T02:30:00+00:00",
                "2026-11-21T02:30:00.000000+00:00",
                "1795228200",
                "1795228200000"
            })
    void one_instant_has_many_spellings(String text) {
        assertThat(SignedTime.parse(text)).contains(WHEN);
    }

    @Test
    void fractions_count() {
        assertThat(SignedTime.parse("2026-11-21T02:30:00.125Z")).contains(WHEN.plusMillis(125));
        assertThat(SignedTime.parse("1795228200125")).contains(WHEN.plusMillis(125));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "now",
                "2026-11-21",
                "2026-11-21T02:30:00",
                "2026-11-21T02:30:00+07:00",
                "2026-11-21T02:30:00-00:00",
                "2026-11-21T02:30:00+0000",
                "2026-11-21T02:30:00+00",
                "2026-02-30T00:00:00Z",
                "2026-02-30T00:00:00+00:00",
                "2026-11-21T02:30:00.Z",
                "-1",
                "1e9",
                "1795228200.5",
                "123456789012345678901234567890",
                "٢٠٢٦-11-21T02:30:00Z"
            })
    void anything_else_is_no_timestamp(String text) {
        assertThat(SignedTime.parse(text)).isEmpty();
    }
}
