package dev.sluice.resilience.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SilenceTest {
    @Test
    void it_is_the_longest_time_between_two_successes_or_before_the_first() {
        assertThat(Silence.longest(0, List.of(3L, 4L, 9L, 10L), 10)).isEqualTo(Duration.ofNanos(5));
        assertThat(Silence.longest(0, List.of(9L, 7L, 10L), 10)).isEqualTo(Duration.ofNanos(7));
    }

    @Test
    void what_was_before_the_moment_does_not_end_it() {
        assertThat(Silence.longest(10, List.of(1L, 9L, 15L), 15)).isEqualTo(Duration.ofNanos(5));
    }

    @Test
    void one_that_lasts_until_the_end_counts() {
        assertThat(Silence.longest(0, List.of(1L, 2L), 10)).isEqualTo(Duration.ofNanos(8));
        assertThat(Silence.longest(0, List.of(), 10)).isEqualTo(Duration.ofNanos(10));
    }

    @Test
    void one_that_is_ended_after_the_end_counts_whole() {
        assertThat(Silence.longest(0, List.of(1L, 14L), 10)).isEqualTo(Duration.ofNanos(13));
    }

    @Test
    void it_may_be_longer_where_a_node_takes_long_to_start() {
        var usual = Duration.ofSeconds(15);
        assertThat(Silence.most(usual, Duration.ofSeconds(2))).isEqualTo(usual);
        assertThat(Silence.most(usual, Duration.ofSeconds(9))).isEqualTo(Duration.ofSeconds(36));
    }
}
