package dev.sluice.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.sluice.sheet.Sheet;
import dev.sluice.sheet.SheetReader;
import dev.sluice.sheet.Unreadable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;
import org.assertj.core.api.Assertions;
import org.dhatim.fastexcel.Workbook;
import org.junit.jupiter.api.Tag;

/// Uploaded files with arbitrary content: a table, or a refusal with its reason.
@Tag("slow")
class SheetFuzzTest {
    private static final int CELLS_MAX = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final byte[] WORKBOOK = workbook();

    /// Numeric cell values that have caused trouble for parsers.
    private static final List<String> NUMBERS = List.of(
            "1e999999999",
            "1e-999999999",
            "1E+2147483647",
            "1e2147483648",
            "-1e400",
            "NaN",
            "Infinity",
            "1e",
            "",
            " ",
            "0x10",
            "1,5",
            "１２",
            "9".repeat(5_000),
            "0." + "0".repeat(5_000) + "1",
            "--1",
            "1e99999");

    private static int files;
    private static int refusals;

    @AfterContainer
    static void tell() {
        System.out.println("Sheet fuzz: " + files + " files, " + refusals + " of them refused, the others read");
    }

    @Provide
    Arbitrary<String> tables() {
        var cell = Arbitraries.oneOf(
                Arbitraries.of(Oddities.TEXTS),
                Arbitraries.strings().ofMaxLength(12),
                Arbitraries.of("\"", "\"\"", "\"a,b\"", "\"a\nb\"", "\"a\"b", "a\"b", "\uFEFF", "=1+1", "\"open"));
        var row = cell.list().ofMaxSize(6).map(cells -> String.join(",", cells));
        return row.list()
                .ofMaxSize(8)
                .flatMap(rows -> Arbitraries.of("\n", "\r\n", "\r", ";\n").map(end -> String.join(end, rows)));
    }

    @Property(tries = 2_000)
    void any_text_is_a_table_or_refused(@ForAll("tables") String text) {
        read(text.getBytes(StandardCharsets.UTF_8));
        read(("\uFEFF" + text).getBytes(StandardCharsets.UTF_8));
        read(text.getBytes(StandardCharsets.UTF_16));
    }

    @Property(tries = 2_000)
    void any_bytes_are_a_table_or_refused(@ForAll byte[] bytes) {
        read(bytes);
        var zipped = Arrays.copyOf(new byte[] {'P', 'K', 3, 4}, bytes.length + 4);
        System.arraycopy(bytes, 0, zipped, 4, bytes.length);
        read(zipped);
    }

    @Property(tries = 1_000)
    void a_damaged_spreadsheet_is_a_table_or_refused(@ForAll long seed) {
        var random = new Random(seed);
        read(Mutator.flipped(WORKBOOK, random));
        read(Arrays.copyOf(WORKBOOK, random.nextInt(WORKBOOK.length)));
    }

    /// Damage of the archive alone is detected by its checksums, so these are intact archives with damaged
    /// documents.
    @Property(tries = 1_000)
    void a_spreadsheet_of_damaged_documents_is_a_table_or_refused(@ForAll long seed) {
        var random = new Random(seed);
        int damaged = random.nextInt(8);
        read(rewritten((at, bytes) -> at != damaged
                ? bytes
                : random.nextInt(4) == 0
                        ? Arrays.copyOf(bytes, random.nextInt(bytes.length + 1))
                        : Mutator.flipped(bytes, random)));
    }

    @Property(tries = 300)
    void a_cell_of_any_number_is_read_or_refused(@ForAll("numbers") String number, @ForAll("types") String type) {
        var file = rewritten((_, bytes) -> new String(bytes, StandardCharsets.UTF_8)
                .replaceAll("<c r=\"B2\"[^>]*><v>[^<]*</v>", "<c r=\"B2\"" + type + "><v>" + number + "</v>")
                .getBytes(StandardCharsets.UTF_8));
        assertThat(file).isNotEqualTo(WORKBOOK);
        assertTimeout(PATIENCE, () -> read(file));
    }

    @Provide
    Arbitrary<String> numbers() {
        return Arbitraries.oneOf(
                Arbitraries.of(NUMBERS), Arbitraries.bigDecimals().map(Object::toString), Arbitraries.of("0", "1"));
    }

    @Provide
    Arbitrary<String> types() {
        return Arbitraries.of(
                "",
                " t=\"n\"",
                " t=\"s\"",
                " t=\"b\"",
                " t=\"e\"",
                " t=\"str\"",
                " t=\"d\"",
                " t=\"x\"",
                " s=\"99\"",
                " t=\"inlineStr\"",
                " s=\"-1\"");
    }

    private static void read(byte[] bytes) {
        files++;
        try {
            for (var line : SheetReader.read(bytes).lines()) {
                assertThat(line.cells()).allMatch(cell -> cell.length() <= CELLS_MAX);
            }
        } catch (Unreadable refused) {
            refusals++;
            assertThat(refused.reason()).isNotNull();
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError other) {
            Assertions.fail("neither a table nor refused", other);
        }
    }

    /// A table survives writing and reading unchanged, with any cell content.
    @Property(tries = 500)
    void what_is_quoted_is_read_as_it_was_written(@ForAll("rows") List<List<String>> rows) throws Unreadable {
        var text = rows.stream()
                .map(row -> row.stream()
                        .map(cell -> '"' + cell.replace("\"", "\"\"") + '"')
                        .collect(Collectors.joining(",")))
                .collect(Collectors.joining("\r\n"));
        assertThat(SheetReader.read(text.getBytes(StandardCharsets.UTF_8)).lines())
                .extracting(Sheet.Line::cells)
                .isEqualTo(rows);
    }

    @Provide
    Arbitrary<List<List<String>>> rows() {
        var cell =
                Arbitraries.strings().withChars("ab,;\"\n 'é=0").ofMaxLength(10).map(text -> "x" + text + "x");
        return cell.list().ofSize(3).list().ofMinSize(1).ofMaxSize(6);
    }

    private static byte[] workbook() {
        var out = new ByteArrayOutputStream();
        try (var workbook = new Workbook(out, "Sluice", "1.0")) {
            var sheet = workbook.newWorksheet("Payouts");
            sheet.value(0, 0, "name");
            sheet.value(0, 1, "amount");
            sheet.value(1, 0, "Siti Rahayu");
            sheet.value(1, 1, 150_000);
            sheet.value(2, 0, "Budi");
            sheet.value(2, 1, 0.5);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return out.toByteArray();
    }

    private static byte[] rewritten(Change change) {
        var out = new ByteArrayOutputStream();
        try (var in = ZipFile.builder()
                        .setSeekableByteChannel(new SeekableInMemoryByteChannel(WORKBOOK))
                        .get();
                var zip = new ZipOutputStream(out)) {
            int at = 0;
            for (var entry : Collections.list(in.getEntries())) {
                zip.putNextEntry(new ZipEntry(entry.getName()));
                zip.write(change.of(at++, in.getInputStream(entry).readAllBytes()));
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return out.toByteArray();
    }

    /// A change of an archive's entry.
    private interface Change {
        byte[] of(int at, byte[] bytes);
    }
}
