package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.dashboard.CsvExport.Column;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files of lists.
class CsvExportTest {
    private record Item(String name, BigDecimal amount) {}

    private static final List<Column<Item>> COLUMNS =
            List.of(new Column<>("name", Item::name), new Column<>("amount", Item::amount));

    @Test
    void a_list_is_a_file_with_a_head() throws IOException {
        var answer = CsvExport.of(
                "items.csv",
                COLUMNS,
                Stream.of(
                        new Item("Budi", new BigDecimal("1E+3")),
                        new Item("a \"quoted\", name\nof two lines", new BigDecimal("-0.50"))));
        var out = new ByteArrayOutputStream();
        Objects.requireNonNull(answer.writing()).to(out);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo("name,amount\r\nBudi,1000\r\n\"a \"\"quoted\"\", name\nof two lines\",-0.50\r\n");
        assertThat(answer.headers()).containsEntry("Content-Disposition", "attachment; filename=\"items.csv\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+62811", "-1", "@SUM(A1)", "\t=1"})
    void a_text_is_no_formula(String text) {
        assertThat(CsvExport.cell(text)).isEqualTo("'" + text);
    }

    @Test
    void what_is_refused_is_refused_before_the_file_begins() {
        Stream<Item> refused = Stream.generate(() -> {
            throw new IllegalArgumentException("refused");
        });
        assertThatThrownBy(() -> CsvExport.of("items.csv", COLUMNS, refused))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
