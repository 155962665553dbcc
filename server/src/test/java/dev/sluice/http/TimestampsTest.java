package dev.sluice.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    /// The range covers the years -10 to 10009.
    private static final long MILLIS_MIN = -62_500_000_000_000L;

    private static final long MILLIS_MAX = 253_700_000_000_000L;

    @Property
    void an_instant_is_written_as_the_general_formatter_writes_it(
            @ForAll @LongRange(min = MILLIS_MIN, max = MILLIS_MAX) long millis) {
        var instant = Instant.ofEpochMilli(millis);
        assertThat(Timestamps.text(instant)).isEqualTo(FORMAT.format(instant));
    }

    @Property
    void what_was_written_is_read_again(@ForAll @LongRange(min = 0, max = MILLIS_MAX) long millis) {
        var instant = Instant.ofEpochMilli(millis);
        assertThat(Timestamps.parse(Timestamps.text(instant))).isEqualTo(instant);
    }

    @Test
    void what_is_finer_than_a_millisecond_is_not_written() {
        assertThat(Timestamps.text(Instant.parse("2026-11-21T10:00:00.123999999Z")))
                .isEqualTo("2026-11-21T10:00:00.123Z");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-21T10:00:00Z",
                "2026-11-21T10:00:00.1Z",
                "2026-11-21T10:00:00.123456Z",
                "2026-11-21T24:00:00.000Z",
                "2026-12-31T23:59:60.000Z",
                "2024-02-29T00:00:00.000Z"
            })
    void any_fraction_is_read_and_unusual_times_as_the_general_parser_reads_them(String text) {
        assertThat(Timestamps.parse(text)).isEqualTo(Instant.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-02-29T00:00:00.000Z",
                "2026-13-01T00:00:00.000Z",
                "2026-11-21T25:00:00.000Z",
                "2026-11-21T10:60:00.000Z",
                "2026-11-21 10:00:00.000Z",
                "2026-11-21T10:00:00.00xZ",
                "٢٠٢٦-11-21T10:00:00.000Z",
                "+294276-01-01T00:00:00Z",
                "+1000000000-12-31T23:59:59Z",
                "-1000000000-01-01T00:00:00Z",
                ""
            })
    void what_names_no_instant_is_refused(String text) {
        assertThatExceptionOfType(DateTimeException.class).isThrownBy(() -> Timestamps.parse(text));
    }
}
