package dev.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StampsTest {
    private static final Instant NOW = Instant.parse("2026-11-26T10:00:00Z");
    private static final Duration MICRO = Duration.ofNanos(1_000);

    private Instant clock = NOW;
    private final Stamps stamps = new Stamps(() -> clock);

    @Test
    void no_two_are_the_same_while_the_clock_stands_or_goes_back_a_little() {
        assertThat(stamps.next()).isEqualTo(NOW);
        assertThat(stamps.next()).isEqualTo(NOW.plus(MICRO));
        clock = NOW.minusMillis(400);
        assertThat(stamps.next()).isEqualTo(NOW.plus(MICRO.multipliedBy(2)));
        clock = NOW.plusSeconds(1);
        assertThat(stamps.next()).isEqualTo(clock);
    }

    @Test
    void a_clock_that_was_ahead_and_is_put_right_is_believed_again() {
        clock = NOW.plusSeconds(600);
        stamps.next();
        clock = NOW;
        assertThat(stamps.next()).isEqualTo(NOW);
        assertThat(stamps.next()).isEqualTo(NOW.plus(MICRO));
    }
}
