package dev.sluice.sheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.http.Answer;
import dev.sluice.sheet.Export.Column;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dhatim.fastexcel.reader.CellType;
import org.dhatim.fastexcel.reader.ReadableWorkbook;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Exports without executable formulas.
class ExportTest {
    private record Item(String name, @Nullable BigDecimal amount) {}

    private static final List<Column<Item>> COLUMNS =
            List.of(new Column<>("name", Item::name), new Column<>("amount", Item::amount));

    @Test
    void a_list_is_csv_with_a_head() throws IOException {
        var answer = new Export<>(
                        COLUMNS,
                        Stream.of(
                                new Item("Budi", new BigDecimal("1E+3")),
                                new Item("a \"quoted\", name\nof two lines", new BigDecimal("-0.50")),
                                new Item("Siti", null)))
                .csv("items");
        assertThat(new String(written(answer), StandardCharsets.UTF_8))
                .isEqualTo("\uFEFFname,amount\r\nBudi,1000\r\n"
                        + "\"a \"\"quoted\"\", name\nof two lines\",-0.50\r\nSiti,\r\n");
        assertThat(answer.headers())
                .containsEntry("Content-Disposition", "attachment; filename=\"items.csv\"")
                .containsEntry("Cache-Control", "no-store");
    }

    @Test
    void a_spreadsheet_has_numbers_as_far_as_it_can_hold_them() throws IOException {
        var answer = new Export<>(
                        COLUMNS,
                        Stream.of(
                                new Item("=1+1", new BigDecimal("-250000.50")),
                                new Item("long", new BigDecimal("1234567890123456.78"))))
                .xlsx("items");
        try (var book = new ReadableWorkbook(new ByteArrayInputStream(written(answer)))) {
            var rows = book.getFirstSheet().read();
            assertThat(rows.get(1).getCellText(0)).isEqualTo("'=1+1");
            assertThat(rows.get(1).getCell(1).getType()).isEqualTo(CellType.NUMBER);
            assertThat(rows.get(1).getCellAsNumber(1))
                    .hasValueSatisfying(number -> assertThat(number).isEqualByComparingTo("-250000.50"));
            assertThat(rows.get(2).getCell(1).getType()).isEqualTo(CellType.STRING);
            assertThat(rows.get(2).getCellText(1)).isEqualTo("1234567890123456.78");
        }
    }

    /// A sheet of the format has 1,048,576 rows, here five.
    @ParameterizedTest
    @CsvSource({"0,1", "4,1", "5,2", "8,2", "10,3"})
    void a_spreadsheet_goes_on_with_another_sheet_where_one_is_full(int items, int sheets) throws IOException {
        var export = new Export<>(
                COLUMNS, IntStream.range(0, items).mapToObj(number -> new Item("item " + number, BigDecimal.ONE)));
        var found = new ArrayList<String>();
        try (var book = new ReadableWorkbook(new ByteArrayInputStream(written(export.xlsx("items", 5))))) {
            var all = book.getSheets().toList();
            assertThat(all).hasSize(sheets).extracting(each -> each.getName()).startsWith("Sluice");
            for (var sheet : all) {
                var rows = sheet.read();
                assertThat(rows).hasSizeLessThanOrEqualTo(5);
                assertThat(rows.getFirst().getCellText(0)).isEqualTo("name");
                rows.stream().skip(1).forEach(row -> found.add(row.getCellText(0)));
            }
        }
        assertThat(found)
                .isEqualTo(IntStream.range(0, items)
                        .mapToObj(number -> "item " + number)
                        .toList());
    }

    @Test
    void what_is_written_can_be_read_again() throws Exception {
        var written = written(new Export<>(COLUMNS, Stream.of(new Item("Siti", new BigDecimal("12.5")))).xlsx("items"));
        assertThat(SheetReader.read(written).lines().getLast().cells()).containsExactly("Siti", "12.5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+62811", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\uFF1D1", " =1", "\u00A0 -1"})
    void a_text_is_no_formula(String text) {
        assertThat(Export.text(text)).isEqualTo("'" + text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "usdc-polygon",
                "1=1",
                "Siti",
                "'=1",
                "a; b",
                "a;1=1",
                "a -1",
                "https://a.example/?b=c;d=e",
                ";",
                " ",
                "a;'=1",
                "fees: 5 +1"
            })
    void other_texts_stay(String text) {
        assertThat(Export.text(text)).isEqualTo(text);
        assertThat(Export.plain(text)).isEqualTo(text);
    }

    /// A spreadsheet that splits lines at semicolons makes separate cells of these parts, even within quotes,
    /// because our quotes are not at the start of its cells.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    Budi;=1+1       | Budi;'=1+1
                    ;=1;-2;+3;@A    | ;'=1;'-2;'+3;'@A
                    a; =1           | a;' =1
                    a;"=1"          | a;'"=1"
                    a;" ""=1        | a;'" ""=1
                    a;\uFF1D1       | a;'\uFF1D1
                    =1;=2           | '=1;'=2
                    """)
    void no_part_of_a_text_is_a_formula_where_lines_are_split_at_semicolons(String text, String safe) {
        assertThat(Export.plain(text)).isEqualTo(safe);
    }

    @Test
    void no_part_of_a_text_is_a_formula_behind_a_tab_or_in_another_line() throws IOException {
        var item = new Item("a\t=1\r\n-2\n@A\r+3\r\nb", new BigDecimal("-0.50"));
        var answer = new Export<>(COLUMNS, Stream.of(item)).csv("items");
        assertThat(new String(written(answer), StandardCharsets.UTF_8))
                .isEqualTo("\uFEFFname,amount\r\n\"a\t'=1\r\n'-2\n'@A\r'+3\r\nb\",-0.50\r\n");
        assertThat(Export.plain(-5)).isEqualTo("-5");
    }

    @Test
    void items_are_read_while_the_file_is_written() throws IOException {
        var read = new AtomicInteger();
        var items = IntStream.range(0, 2_000)
                .peek(_ -> read.incrementAndGet())
                .mapToObj(number -> new Item("item " + number, BigDecimal.ONE));
        var answer = new Export<>(COLUMNS, items).csv("items");
        assertThat(read).hasValueLessThan(3);
        assertThat(new String(written(answer), StandardCharsets.UTF_8).lines()).hasSize(2_001);
    }

    @Test
    void what_is_refused_is_refused_before_the_file_begins() {
        Stream<Item> refused = Stream.generate(() -> {
            throw new IllegalArgumentException("refused");
        });
        var export = new Export<>(COLUMNS, refused);
        assertThatThrownBy(() -> export.csv("items")).isInstanceOf(IllegalArgumentException.class);
    }

    private static byte[] written(Answer answer) throws IOException {
        var out = new ByteArrayOutputStream();
        Objects.requireNonNull(answer.writing()).to(out);
        return out.toByteArray();
    }
}
