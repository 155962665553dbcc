package dev.sluice.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void the_middle_is_the_median_and_the_ends_are_the_ends() {
        assertThat(Spread.of(List.of(5.0, 1.0, 4.0, 2.0, 3.0))).isEqualTo(new Spread(3, 1, 5, 2, 4));
    }

    @Test
    void between_two_neighbours_it_is_interpolated() {
        assertThat(Spread.of(List.of(1.0, 2.0, 3.0, 4.0))).isEqualTo(new Spread(2.5, 1, 4, 1.75, 3.25));
    }

    @Test
    void one_value_is_all_of_it() {
        assertThat(Spread.of(List.of(7.0))).isEqualTo(new Spread(7, 7, 7, 7, 7));
    }

    @Test
    void nothing_has_no_middle() {
        assertThatIllegalArgumentException().isThrownBy(() -> Spread.of(List.of()));
    }
}
