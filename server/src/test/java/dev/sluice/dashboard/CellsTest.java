package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What people open in a spreadsheet calculates nothing.
class CellsTest {
    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+62", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1"})
    void what_begins_like_a_formula_gets_an_apostrophe(String text) {
        assertThat(Cells.text(text)).isEqualTo("'" + text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "usdc-polygon", "1=1", "Siti", "'=1"})
    void other_texts_stay(String text) {
        assertThat(Cells.text(text)).isEqualTo(text);
    }
}
