package dev.sluice.resilience.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PositionsTest {
    private final Positions heard = new Positions();

    @Test
    void what_arrives_twice_is_counted_once_and_what_is_beyond_the_feed_not_at_all() {
        LongStream.of(1, 2, 2, 5).forEach(heard::add);
        assertThat(heard.count(4)).isEqualTo(2);
        assertThat(heard.count(5)).isEqualTo(3);
        assertThat(heard.contains(3)).isFalse();
    }

    @Test
    void positions_that_are_given_again_have_to_arrive_again() {
        LongStream.rangeClosed(1, 100).forEach(heard::add);
        assertThat(heard.forgetAfter(60)).isEqualTo(40);
        assertThat(heard.count(100)).isEqualTo(60);
        assertThat(heard.contains(61)).isFalse();
        heard.add(61);
        assertThat(heard.count(100)).isEqualTo(61);
        assertThat(heard.forgetAfter(200)).isZero();
    }
}
