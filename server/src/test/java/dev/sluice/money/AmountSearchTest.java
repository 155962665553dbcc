package dev.sluice.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class AmountSearchTest {
    @Test
    void the_smallest_that_is_enough_is_found_however_large() {
        for (var wanted : new BigInteger[] {
            BigInteger.ONE, BigInteger.valueOf(1_000), BigInteger.TEN.pow(60), BigInteger.TEN.pow(100)
        }) {
            assertThat(AmountSearch.smallest(units -> units.compareTo(wanted) >= 0))
                    .isEqualTo(wanted);
        }
    }

    @Test
    void where_nothing_is_enough_the_search_ends() {
        assertThatIllegalStateException().isThrownBy(() -> AmountSearch.smallest(_ -> false));
    }
}
