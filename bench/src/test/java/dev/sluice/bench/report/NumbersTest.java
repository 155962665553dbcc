package dev.sluice.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NumbersTest {
    @Test
    void three_digits_are_shown_and_all_of_large_numbers() {
        assertThat(Numbers.plain(0.123456)).isEqualTo("0.123");
        assertThat(Numbers.plain(300.4)).isEqualTo("300");
        assertThat(Numbers.plain(2)).isEqualTo("2");
        assertThat(Numbers.plain(0)).isEqualTo("0");
        assertThat(Numbers.plain(17_431.6)).isEqualTo("17,432");
        assertThat(Numbers.plain(Double.NaN)).isEqualTo("–");
    }

    @Test
    void ratios_have_two_decimals() {
        assertThat(Numbers.ratio(0.5)).isEqualTo("0.50");
        assertThat(Numbers.ratio(1234.4)).isEqualTo("1,234");
    }

    @Test
    void six_digits_are_kept() {
        assertThat(Numbers.kept(1234.56789)).isEqualTo(1234.57);
        assertThat(Numbers.kept(Double.NaN)).isNaN();
    }
}
