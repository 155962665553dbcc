package dev.sluice.sheet;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Texts of number formats beside a number.
class CellFormatTest {
    private static final BigDecimal NUMBER = new BigDecimal("20000");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0\" juta\"",
                "General\" juta\"",
                "#,##0\"K\"",
                "#,##0\\ \\k",
                "0.0\" mio\"",
                "\"approx. \"0",
                "0\"万\"",
                "[>999]0\"k\";0"
            })
    void a_unit_beside_a_number_is_a_fault(String code) {
        assertThat(new CellFormat(164, code).fault(NUMBER)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"Rp\"#,##0",
                "\"Rp. \"#,##0",
                "\\R\\p\\ #,##0.00",
                "#,##0.00\" IDR\"",
                "[$€-407]#,##0.00",
                "[$-409]#,##0.00",
                "\"$\"#,##0_);[Red](\"$\"#,##0)",
                "_-* #,##0.00_-;-* #,##0.00_-;_-* \"-\"??_-;_-@_-",
                "\"S$\"0.00",
                "0.00\\ \"zł\"",
                "General"
            })
    void a_currency_beside_a_number_is_none(String code) {
        assertThat(new CellFormat(164, code).fault(NUMBER)).isEmpty();
    }
}
