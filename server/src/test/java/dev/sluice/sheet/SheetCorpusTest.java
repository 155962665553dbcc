package dev.sluice.sheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.sheet.Sheet.Line;
import dev.sluice.sheet.Unreadable.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Files as real programs write them, with the expected rows. A folder is an unpacked spreadsheet.
class SheetCorpusTest {
    private static final Path FOLDER = Path.of("src/test/resources/sheet");

    /// Returns the files with the expected result: the sheet, then each row with its number, `hidden` if it is,
    /// its cells between bars, and the code of a fault after its cell.
    static List<String> wanted() throws IOException {
        return List.of(Files.readString(FOLDER.resolve("wanted.txt")).split("\n\n"));
    }

    @ParameterizedTest
    @MethodSource("wanted")
    void a_file_gives_the_rows_that_its_author_sees(String wanted) throws Exception {
        var sheet = SheetReader.read(bytes(wanted.substring(0, wanted.indexOf(':'))));
        var rows = sheet.lines().stream().map(SheetCorpusTest::row).toList();
        assertThat(sheet.name())
                .isEqualTo(wanted.lines().findFirst().orElseThrow().replaceFirst("^[^:]*: ?", ""));
        assertThat(rows).containsExactlyElementsOf(wanted.lines().skip(1).toList());
    }

    private static String row(Line line) {
        var cells = IntStream.range(0, line.cells().size())
                .mapToObj(at -> line.at(at)
                        + (line.faults().containsKey(at)
                                ? " " + line.faults().get(at).code()
                                : "")
                        + "|");
        return line.number() + (line.hidden() ? " hidden" : "") + " |" + String.join("", cells.toList());
    }

    @ParameterizedTest
    @CsvSource({"excel-windows-1252.csv,NOT_UTF_8,3", "stray-quote.csv,STRAY_QUOTE,3", "open-quote.csv,STRAY_QUOTE,3"})
    void a_file_that_cannot_be_read_is_refused_with_its_line_and_the_reason(String name, Reason reason, String line)
            throws IOException {
        var file = bytes(name);
        assertThatThrownBy(() -> SheetReader.read(file)).isInstanceOfSatisfying(Unreadable.class, unreadable -> {
            assertThat(unreadable.reason()).isEqualTo(reason);
            assertThat(unreadable.detail()).isEqualTo(line);
        });
    }

    private static byte[] bytes(String name) throws IOException {
        var path = FOLDER.resolve(name);
        if (!Files.isDirectory(path)) {
            return Files.readAllBytes(path);
        }
        var packed = new ByteArrayOutputStream();
        List<Path> parts;
        try (var walked = Files.walk(path)) {
            parts = walked.filter(Files::isRegularFile).sorted().toList();
        }
        try (var zip = new ZipOutputStream(packed)) {
            for (var part : parts) {
                zip.putNextEntry(new ZipEntry(path.relativize(part).toString()));
                zip.write(Files.readAllBytes(part));
                zip.closeEntry();
            }
        }
        return packed.toByteArray();
    }
}
