package dev.sluice.fileimport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.sheet.Grid.Row;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Codes without their leading zeros.
class CodeCellTest {
    @ParameterizedTest
    @CsvSource({
        "14, 014",
        "014, 014",
        "0014, 0014",
        "23, 000023",
        "023, 023",
        "7171, 7171",
        "2, 2",
        "4, 4",
        "110, 110",
        "99, 99",
        "-14, -14",
        "14.0, 14.0",
        "A14, A14",
        "'', ''"
    })
    void a_code_is_whole_again_where_there_is_one_only(String typed, String taken) {
        // 2 is ambiguous, 4 lacks more than leading zeros, and 110 is itself a code. No spreadsheet turns
        // 000023 into
        // 023.
        var codes = List.of("014", "002", "02", "110", "0110", "7171", "014_VA", "000023");
        var row = new Row<>(5, Map.of("code", typed, "other", "14"));
        assertThat(CodeCell.whole(row, "code", codes)).isEqualTo(new Row<>(5, Map.of("code", taken, "other", "14")));
    }
}
