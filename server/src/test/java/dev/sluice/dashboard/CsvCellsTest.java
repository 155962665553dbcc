package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Cells that nobody's spreadsheet runs.
class CsvCellsTest {
    @Test
    void what_looks_like_a_formula_is_a_text() {
        assertThat(CsvCells.line(List.of("=1+1", "+62 811", "@SUM(A1)", "-5.20", "- five", "plain")))
                .isEqualTo("'=1+1,'+62 811,'@SUM(A1),-5.20,'- five,plain\r\n");
    }

    @Test
    void commas_and_quotes_stay_in_their_cell() {
        assertThat(CsvCells.line(List.of("a,b", "say \"hi\"", "two\nlines", "")))
                .isEqualTo("\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\",\r\n");
    }
}
