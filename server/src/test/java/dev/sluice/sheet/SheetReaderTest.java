package dev.sluice.sheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.sluice.sheet.Sheet.Line;
import dev.sluice.sheet.Unreadable.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

/// Files as rows of texts, and their limits.
class SheetReaderTest {
    private static final String TYPES = "http://schemas.openxmlformats.org/package/2006/content-types";
    private static final String PACKAGE = "application/vnd.openxmlformats-package";
    private static final String SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml";
    private static final String RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
    private static final String OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    private static final String MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

    @Test
    void csv_is_read_with_commas_or_semicolons_and_a_byte_order_mark() throws Exception {
        assertThat(read("\uFEFFa,b\n1,\"x,\ny\"\n\n2,z\n"))
                .containsExactly(
                        new Line(1, List.of("a", "b")),
                        new Line(2, List.of("1", "x,\ny")),
                        new Line(4, List.of("2", "z")));
        assertThat(read("a;b\n1;2,5\n").getLast().cells()).containsExactly("1", "2,5");
    }

    @Test
    void a_spreadsheet_keeps_the_digits_of_its_numbers() throws Exception {
        var sheet =
                SheetReader.read(spreadsheet("<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>amount</t></is></c></row>"
                        + "<row r=\"3\"><c r=\"A3\"><v>1.234567890123E+12</v></c>"
                        + "<c r=\"C3\"><v>250000.5</v></c></row>"));
        assertThat(sheet.lines())
                .containsExactly(new Line(1, List.of("amount")), new Line(3, List.of("1234567890123", "", "250000.5")));
    }

    /// Excel's version of 123456789012345678 is another person's account number.
    @Test
    void a_number_that_has_lost_its_last_digits_has_a_fault() throws Exception {
        for (var number : List.of("1.23456789012345E+17", "1234567890123456", "-1234567890123456.5")) {
            var file = spreadsheet("<row r=\"2\"><c r=\"B2\"><v>" + number + "</v></c></row>");
            assertThat(SheetReader.read(file).lines().getFirst().faults()).isEqualTo(Map.of(1, CellFault.DIGITS_LOST));
        }
        var sheet = SheetReader.read(
                spreadsheet("<row r=\"1\"><c r=\"A1\"><v>123456789012345</v></c><c r=\"B1\"><v>123456789012345.25</v>"
                        + "</c><c r=\"C1\" t=\"inlineStr\"><is><t>123456789012345678</t></is></c></row>"));
        assertThat(sheet.lines())
                .containsExactly(new Line(1, List.of("123456789012345", "123456789012345", "123456789012345678")));
    }

    @Test
    void zeros_that_a_cell_shows_before_its_number_are_kept() throws Exception {
        var formats = "<numFmts count=\"2\"><numFmt numFmtId=\"164\" formatCode=\"0000000000\"/>"
                + "<numFmt numFmtId=\"165\" formatCode=\"#,##0.00\"/></numFmts><cellXfs count=\"3\">"
                + "<xf numFmtId=\"0\"/><xf numFmtId=\"164\"/><xf numFmtId=\"165\"/></cellXfs>";
        var row = "<row r=\"1\"><c r=\"A1\" s=\"1\"><v>123456789</v></c><c r=\"B1\" s=\"1\"><v>12345678901</v></c>"
                + "<c r=\"C1\" s=\"2\"><v>14</v></c><c r=\"D1\"><v>14</v></c><c r=\"E1\" s=\"2\"><v>1.5</v></c>"
                + "<c r=\"F1\" s=\"1\"><v>-7</v></c></row>";
        assertThat(SheetReader.read(spreadsheet(row, formats)).lines())
                .containsExactly(new Line(1, List.of("0123456789", "12345678901", "14", "14", "1.5", "-7")));
        var damaged = formats.replace(" formatCode=\"0000000000\"", "");
        refused(spreadsheet(row, damaged), Reason.NOT_A_TABLE);
    }

    @Test
    void decimals_that_only_a_program_wrote_are_none() throws Exception {
        var sheet = SheetReader.read(
                spreadsheet("<row r=\"1\"><c r=\"A1\"><v>50000.0</v></c><c r=\"B1\"><v>0.0</v></c></row>"));
        assertThat(sheet.lines()).containsExactly(new Line(1, List.of("50000", "0")));
    }

    @Test
    void what_stands_between_quotes_does_not_separate() throws Exception {
        assertThat(read("\"name;\nof payee\",amount\n\"x\",1\n").getFirst().cells())
                .containsExactly("name;\nof payee", "amount");
        assertThat(read("\"Rahayu, Siti\";1\n").getFirst().cells()).containsExactly("Rahayu, Siti", "1");
    }

    @Test
    void a_short_number_of_very_many_digits_is_too_large() {
        for (var number : List.of("1e999999999", "1e-999999999", "1e1001")) {
            refused(spreadsheet("<row r=\"1\"><c r=\"A1\"><v>" + number + "</v></c></row>"), Reason.TOO_LARGE);
        }
    }

    @Test
    void a_number_of_a_million_digits_is_refused_before_it_is_one() {
        for (var digits :
                List.of("9".repeat(1_000_000), "<![CDATA[99999]]>".repeat(200_000), "&#57;".repeat(500_000))) {
            var file = spreadsheet("<row r=\"1\"><c r=\"A1\"><v>" + digits + "</v></c></row>");
            assertTimeout(Duration.ofSeconds(5), () -> refused(file, Reason.TOO_LARGE));
        }
    }

    @Test
    void a_spreadsheet_whose_documents_are_damaged_is_no_table() {
        var file = zip(Map.of(
                "[Content_Types].xml",
                "<Types/>".getBytes(StandardCharsets.UTF_8),
                "_rels/.rels",
                ("<Relationships xmlns=\"" + RELATIONS + "\"><Relationship Id=\"rId1\" Type=\"" + OFFICE
                                + "/officeDocument\"/></Relationships>")
                        .getBytes(StandardCharsets.UTF_8)));
        refused(file, Reason.NOT_A_TABLE);
    }

    /// Complete archives with checksums that do not reveal a truncated or invalid document.
    @Test
    void a_value_that_is_damaged_is_no_table() {
        for (var damaged : List.of(
                "<row r=\"1\"><c r=\"A1\"><v>1",
                "<row r=\"1\"><c r=\"A1\"><v>1\u0001</v></c></row>",
                "<row r=\"1\"><c r=\"A1\"><v>&1;</v></c></row>",
                "<row xmlns:xmlns=\"a\" r=\"1\"><c r=\"A1\"><v>1</v></c></row>")) {
            refused(spreadsheet(damaged), Reason.NOT_A_TABLE);
        }
    }

    @Test
    void what_unpacks_to_too_much_is_not_parsed() {
        var bomb = zip(Map.of("xl/workbook.xml", new byte[40 * 1024 * 1024]));
        assertThat(bomb.length).isLessThan(1024 * 1024);
        refused(bomb, Reason.TOO_LARGE);
    }

    @Test
    void what_a_formula_says_is_not_believed() throws Exception {
        var row = "<row r=\"1\"><c r=\"A1\"><f>1+1</f><v>2</v></c><c r=\"B1\" t=\"str\"><f>A1</f><v>2</v></c></row>";
        assertThat(SheetReader.read(spreadsheet(row)).lines().getFirst().faults())
                .isEqualTo(Map.of(0, CellFault.FORMULA, 1, CellFault.FORMULA));
    }

    @Test
    void more_rows_than_a_file_may_have_are_too_many() {
        refused(("a\n" + "1\n".repeat(SheetReader.ROWS_MAX + 1)).getBytes(StandardCharsets.UTF_8), Reason.TOO_LARGE);
    }

    /// A spreadsheet states the numbers of its rows itself.
    @Test
    void rows_have_numbers_that_rise_and_are_not_too_large() throws Exception {
        assertThat(SheetReader.read(spreadsheet(row(1) + row(40_000))).lines())
                .extracting(Line::number)
                .containsExactly(1, 40_000);
        refused(spreadsheet(row(1) + row(40_001)), Reason.TOO_LARGE);
        refused(spreadsheet(row(1) + row(Integer.MAX_VALUE)), Reason.TOO_LARGE);
        assertThat(SheetReader.read(spreadsheet(row(0) + row(1))).lines())
                .extracting(Line::number)
                .containsExactly(1, 2);
        refused(spreadsheet(row(-1) + row(1)), Reason.NOT_A_TABLE);
        refused(spreadsheet(row(1) + row(1)), Reason.NOT_A_TABLE);
        refused(spreadsheet(row(3) + row(2)), Reason.NOT_A_TABLE);
        refused(("amount" + "\n".repeat(40_000) + "1").getBytes(StandardCharsets.UTF_8), Reason.TOO_LARGE);
    }

    private static String row(int number) {
        return "<row r=\"%d\"><c r=\"A1\"><v>1</v></c></row>".formatted(number);
    }

    @Test
    void what_is_no_table_is_said_to_be_none() {
        refused(new byte[] {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, (byte) 0xE0, 0, 0x10}, Reason.NOT_A_TABLE);
        refused(zip(Map.of("readme.txt", new byte[] {'x'})), Reason.NOT_A_TABLE);
        refused("a,b\n\"1".getBytes(StandardCharsets.UTF_8), Reason.STRAY_QUOTE);
    }

    private static void refused(byte[] bytes, Reason reason) {
        assertThatThrownBy(() -> SheetReader.read(bytes))
                .isInstanceOfSatisfying(
                        Unreadable.class,
                        unreadable -> assertThat(unreadable.reason()).isEqualTo(reason));
    }

    private static List<Line> read(String text) throws Unreadable {
        return SheetReader.read(text.getBytes(StandardCharsets.UTF_8)).lines();
    }

    private static byte[] spreadsheet(String rows) {
        return spreadsheet(rows, "");
    }

    /// @param formats formats of the cells
    private static byte[] spreadsheet(String rows, String formats) {
        var parts = new LinkedHashMap<String, byte[]>();
        parts.put(
                "[Content_Types].xml",
                xml("<Types xmlns=\"" + TYPES + "\">"
                        + "<Default Extension=\"rels\" ContentType=\"" + PACKAGE + ".relationships+xml\"/>"
                        + "<Override PartName=\"/xl/workbook.xml\" ContentType=\"" + SPREADSHEET + ".sheet.main+xml\"/>"
                        + (formats.isEmpty()
                                ? ""
                                : "<Override PartName=\"/xl/styles.xml\" ContentType=\"" + SPREADSHEET
                                        + ".styles+xml\"/>")
                        + "<Override PartName=\"/xl/worksheets/sheet1.xml\" ContentType=\"" + SPREADSHEET
                        + ".worksheet+xml\"/></Types>"));
        parts.put(
                "_rels/.rels",
                xml("<Relationships xmlns=\"" + RELATIONS + "\"><Relationship Id=\"r1\" Type=\"" + OFFICE
                        + "/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"));
        parts.put(
                "xl/workbook.xml",
                xml("<workbook xmlns=\"" + MAIN + "\" xmlns:r=\"" + OFFICE
                        + "\"><sheets><sheet name=\"Payouts\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"));
        parts.put(
                "xl/_rels/workbook.xml.rels",
                xml("<Relationships xmlns=\"" + RELATIONS
                        + "\"><Relationship Id=\"r1\" Type=\"" + OFFICE
                        + "/worksheet\" Target=\"worksheets/sheet1.xml\"/></Relationships>"));
        parts.put(
                "xl/worksheets/sheet1.xml",
                xml("<worksheet xmlns=\"" + MAIN + "\"><sheetData>" + rows + "</sheetData></worksheet>"));
        if (!formats.isEmpty()) {
            parts.put("xl/styles.xml", xml("<styleSheet xmlns=\"" + MAIN + "\">" + formats + "</styleSheet>"));
        }
        return zip(parts);
    }

    private static byte[] xml(String text) {
        return ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + text).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] zip(Map<String, byte[]> parts) {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            for (var part : parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(part.getKey()));
                zip.write(part.getValue());
                zip.closeEntry();
            }
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        return bytes.toByteArray();
    }
}
