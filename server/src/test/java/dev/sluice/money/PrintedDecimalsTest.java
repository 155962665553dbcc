package dev.sluice.money;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintedDecimalsTest {
    @ParameterizedTest
    @CsvSource({
        "500,USD,2",
        "500.00,USD,2",
        "0.5,USD,2",
        "100000,IDR,0",
        "100000.00,IDR,0",
        "0.5,IDR,2",
        "500,JPY,0",
        "500,KWD,3",
        "0.5,KWD,3",
        "12,usdc-polygon,2",
        "12.5,usdc-polygon,2",
        "0.000001,usdc-polygon,2",
        "0,USD,2",
    })
    void an_amount_has_the_decimals_of_its_currency_and_a_fraction_at_least_two(
            BigDecimal amount, String code, int decimals) {
        assertThat(PrintedDecimals.least(amount, code)).isEqualTo(decimals);
    }
}
