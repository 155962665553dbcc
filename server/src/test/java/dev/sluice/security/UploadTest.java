package dev.sluice.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import dev.sluice.sheet.SheetReader;
import dev.sluice.sheet.Unreadable;
import dev.sluice.sheet.Unreadable.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// API4:2023, unrestricted resource consumption, by files: small ones that unpack to a large size, numbers and cells
/// that exhaust the memory, and documents with external references. Each is refused, within the memory of the tests.
class UploadTest {
    private static final String TYPES = "http://schemas.openxmlformats.org/package/2006/content-types";
    private static final String PACKAGE = "application/vnd.openxmlformats-package";
    private static final String RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
    private static final String OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    private static final String MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    private static final String SHEET = "xl/worksheets/sheet1.xml";
    private static final String STRINGS = "xl/sharedStrings.xml";

    @Test
    void what_these_files_are_made_of_is_read() throws Unreadable {
        var sheet = SheetReader.read(spreadsheet("", cell("r='A1'", "250000.50")));
        assertThat(sheet.lines().getFirst().cells()).containsExactly("250000.5");
        assertThat(SheetReader.read(spreadsheet("", cell("r='A1'", "1.5E+14")))
                        .lines()
                        .getFirst()
                        .cells())
                .containsExactly("150000000000000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1E999999999", "1E-999999999", "-1E2147483647", "1E9999999999", "NaN", "Infinity", "0x10"})
    void a_number_that_would_be_written_with_a_thousand_million_digits_is_none(String number) {
        refused(spreadsheet("", cell("r='A1'", number)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "r='ZZZZZZ1'", "r='XFE1'", "r='AAAAAAAAAAAAAAAAAAAA1'", "r='&#90;ZZZZZ1'", "r=\"ZZZZZZ1\"",
                "r = 'ZZZZZZ1'", "r='A99999999999'", "r='A-1'", "r='1'", "r=''",
            })
    void a_cell_beyond_all_columns_is_refused_before_anything_is_made_for_it(String address) {
        refused(spreadsheet("", cell(address, "1")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-16", "ISO-8859-1"})
    void another_encoding_hides_no_cell(String encoding) {
        var charset = Charset.forName(encoding);
        var parts = parts(sheet("", cell("r='ZZZZZZ1'", "1")));
        parts.put(SHEET, parts.get(SHEET).replace("UTF-8", encoding));
        refused(zip(parts, SHEET, charset));
    }

    @Test
    void entities_are_neither_multiplied_nor_fetched() throws IOException {
        var asked = new AtomicInteger();
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.incrementAndGet();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        try {
            var url = "http://127.0.0.1:" + server.getAddress().getPort() + "/x";
            var laughs = new StringBuilder("<!DOCTYPE x [<!ENTITY a0 'ha'>");
            for (int i = 1; i < 40; i++) {
                laughs.append("<!ENTITY a")
                        .append(i)
                        .append(" '")
                        .append(("&a" + (i - 1) + ";").repeat(10))
                        .append("'>");
            }
            for (var doctype : new String[] {
                laughs + "]>",
                "<!DOCTYPE x [<!ENTITY a39 SYSTEM '" + url + "'>]>",
                "<!DOCTYPE x [<!ENTITY a39 SYSTEM 'file:///etc/passwd'>]>",
                "<!DOCTYPE x [<!ENTITY % p SYSTEM '" + url + "'> %p;]>",
                "<!DOCTYPE x SYSTEM '" + url + "'>",
            }) {
                refused(spreadsheet(doctype, cell("r='A1' t='inlineStr'", "", "<is><t>&a39;</t></is>")));
                var parts = parts(sheet("", cell("r='A1' t='s'", "0")));
                parts.put(
                        STRINGS,
                        "<?xml version='1.0'?>" + doctype + "<sst xmlns='" + MAIN + "'><si><t>&a39;</t></si></sst>");
                refused(zip(parts));
            }
            assertThat(asked).hasValue(0);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void a_file_that_unpacks_to_gigabytes_is_put_aside_after_some_of_them() throws IOException {
        var bytes = new ByteArrayOutputStream();
        var block = new byte[1 << 20];
        try (var zip = new ZipOutputStream(bytes)) {
            for (int entry = 0; entry < 4; entry++) {
                zip.putNextEntry(new ZipEntry("xl/media/" + entry));
                for (int i = 0; i < 128; i++) {
                    zip.write(block);
                }
                zip.closeEntry();
            }
        }
        assertThat(bytes.size()).isLessThan(1 << 20);
        refused(bytes.toByteArray(), Reason.TOO_LARGE);
    }

    @Test
    void a_file_of_a_great_many_entries_is_too_large() {
        var parts = parts(sheet("", cell("r='A1'", "1")));
        for (int i = 0; i < 5_000; i++) {
            parts.put("xl/media/" + i, "x");
        }
        refused(zip(parts), Reason.TOO_LARGE);
    }

    @Test
    void elements_in_elements_to_any_depth_end_nothing() {
        int depth = 200_000;
        for (var rows :
                List.of("<row r='1'>" + "<c>".repeat(depth) + "</c>".repeat(depth) + "</row>", "<x>".repeat(depth))) {
            var file = spreadsheet("", rows);
            assertThat(catchThrowable(() -> SheetReader.read(file)))
                    .satisfiesAnyOf(
                            nothing -> assertThat(nothing).isNull(),
                            refused -> assertThat(refused).isInstanceOf(Unreadable.class));
        }
    }

    @Test
    void a_number_of_millions_of_digits_is_not_computed() {
        refused(spreadsheet("", cell("r='A1'", "9".repeat(4_000_000))), Reason.TOO_LARGE);
        refused(spreadsheet("", cell("r='A1'", "<!-- -->9".repeat(2_000))), Reason.TOO_LARGE);
    }

    private static void refused(byte[] bytes) {
        assertThatThrownBy(() -> SheetReader.read(bytes)).isInstanceOf(Unreadable.class);
    }

    private static void refused(byte[] bytes, Reason reason) {
        assertThatThrownBy(() -> SheetReader.read(bytes))
                .isInstanceOfSatisfying(
                        Unreadable.class,
                        unreadable -> assertThat(unreadable.reason()).isEqualTo(reason));
    }

    private static String cell(String attributes, String value, String... more) {
        return "<row r='1'><c " + attributes + ">" + (value.isEmpty() ? "" : "<v>" + value + "</v>")
                + String.join("", more) + "</c></row>";
    }

    private static String sheet(String doctype, String rows) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + doctype + "<worksheet xmlns='" + MAIN + "'><sheetData>"
                + rows + "</sheetData></worksheet>";
    }

    private static byte[] spreadsheet(String doctype, String rows) {
        return zip(parts(sheet(doctype, rows)));
    }

    private static Map<String, String> parts(String sheet) {
        var type = "application/vnd.openxmlformats-officedocument.spreadsheetml";
        var parts = new LinkedHashMap<String, String>();
        parts.put(
                "[Content_Types].xml",
                "<Types xmlns='" + TYPES + "'>"
                        + "<Default Extension='rels' ContentType='" + PACKAGE + ".relationships+xml'/>"
                        + "<Override PartName='/xl/workbook.xml' ContentType='" + type + ".sheet.main+xml'/>"
                        + "<Override PartName='/" + STRINGS + "' ContentType='" + type + ".sharedStrings+xml'/>"
                        + "<Override PartName='/" + SHEET + "' ContentType='" + type + ".worksheet+xml'/></Types>");
        parts.put(
                "_rels/.rels",
                "<Relationships xmlns='" + RELATIONS + "'><Relationship Id='r1' Type='" + OFFICE
                        + "/officeDocument' Target='xl/workbook.xml'/></Relationships>");
        parts.put(
                "xl/workbook.xml",
                "<workbook xmlns='" + MAIN + "' xmlns:r='" + OFFICE
                        + "'><sheets><sheet name='Payouts' sheetId='1' r:id='r1'/></sheets></workbook>");
        parts.put(
                "xl/_rels/workbook.xml.rels",
                "<Relationships xmlns='" + RELATIONS + "'><Relationship Id='r1' Type='"
                        + OFFICE + "/worksheet' Target='worksheets/sheet1.xml'/><Relationship Id='r2' Type='" + OFFICE
                        + "/sharedStrings' Target='sharedStrings.xml'/></Relationships>");
        parts.put(STRINGS, "<sst xmlns='" + MAIN + "'><si><t>a</t></si></sst>");
        parts.put(SHEET, sheet);
        return parts;
    }

    private static byte[] zip(Map<String, String> parts) {
        return zip(parts, "", StandardCharsets.UTF_8);
    }

    private static byte[] zip(Map<String, String> parts, String other, Charset charset) {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            for (var part : parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(part.getKey()));
                zip.write(part.getValue().getBytes(part.getKey().equals(other) ? charset : StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        return bytes.toByteArray();
    }
}
