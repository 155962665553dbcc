package dev.sluice.sheet;

import dev.sluice.sheet.Sheet.Line;
import dev.sluice.sheet.Unreadable.Reason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.dhatim.fastexcel.reader.Cell;
import org.dhatim.fastexcel.reader.CellType;
import org.dhatim.fastexcel.reader.ReadableWorkbook;
import org.dhatim.fastexcel.reader.ReadingOptions;
import org.jspecify.annotations.Nullable;

/// Reads CSV (RFC 4180, UTF-8, with commas or semicolons) and XLSX. Both are bounded: a spreadsheet by what it unpacks
/// to, before it is parsed.
public final class SheetReader {
    /// How many rows there are at most below the first.
    public static final int ROWS_MAX = 5_000;
    /// The number of the last row, as empty ones may stand between them: a page of a file names its rows by their
    /// numbers, in a field of a form.
    private static final int NUMBER_MAX = 40_000;
    private static final int COLUMNS_MAX = 40;
    private static final int CELL_LENGTH_MAX = 1_000;
    private static final long UNPACKED_BYTES_MAX = 8L * 1024 * 1024;
    /// What all cells of a file hold together, which is more than a file of the size that is taken holds unpacked.
    private static final int LENGTH_MAX = 2_000_000;
    private static final int ENTRIES_MAX = 500;
    /// Spreadsheets keep so many digits of a number, and put zeros in place of all others.
    private static final int DIGITS_MAX = 15;

    /// What shows the zeros before a number, as of codes and account numbers.
    private static final Pattern ZEROS = Pattern.compile("0+");

    private static final ReadingOptions WITH_FORMATS = new ReadingOptions(true, false);
    private static final byte[] ZIP = {'P', 'K'};
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private SheetReader() {}

    /// @throws Unreadable where it is no table, one that is too large, one that calculates, or one that has
    ///     lost digits
    public static Sheet read(byte[] bytes) throws Unreadable {
        boolean zipped = bytes.length > ZIP.length && bytes[0] == ZIP[0] && bytes[1] == ZIP[1];
        return zipped ? spreadsheet(bytes) : csv(bytes);
    }

    private static Sheet csv(byte[] bytes) throws Unreadable {
        var text = text(bytes);
        var format = CSVFormat.RFC4180
                .builder()
                .setDelimiter(separator(text))
                .setIgnoreEmptyLines(false)
                .get();
        var lines = new Lines();
        try (var parser = format.parse(new StringReader(text))) {
            int number = 0;
            for (CSVRecord each : parser) {
                number++;
                lines.add(new Line(number, each.toList()));
            }
        } catch (IOException | UncheckedIOException | IllegalArgumentException malformed) {
            throw new Unreadable(Reason.NOT_A_TABLE, "");
        }
        return new Sheet(lines.all);
    }

    /// Semicolons where the first row has them and no comma, neither of which counts between quotes.
    private static char separator(String text) {
        boolean quoted = false;
        boolean semicolon = false;
        for (int at = 0; at < text.length(); at++) {
            char each = text.charAt(at);
            if (each == '"') {
                quoted = !quoted;
            } else if (!quoted && (each == '\n' || each == '\r')) {
                break;
            } else if (!quoted && each == ',') {
                return ',';
            } else {
                semicolon |= !quoted && each == ';';
            }
        }
        return semicolon ? ';' : ',';
    }

    private static String text(byte[] bytes) throws Unreadable {
        try {
            var text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
        } catch (CharacterCodingException binary) {
            throw new Unreadable(Reason.NOT_A_TABLE, "");
        }
    }

    private static Sheet spreadsheet(byte[] bytes) throws Unreadable {
        requireBounded(bytes);
        var lines = new Lines();
        try (var workbook = workbook(bytes);
                var rows = workbook.getFirstSheet().openStream()) {
            for (var row : (Iterable<org.dhatim.fastexcel.reader.Row>) rows::iterator) {
                if (row.getCellCount() > COLUMNS_MAX) {
                    throw new Unreadable(Reason.TOO_LARGE, String.valueOf(COLUMNS_MAX));
                }
                var cells = new ArrayList<String>();
                for (int at = 0; at < row.getCellCount(); at++) {
                    var cell = row.getOptionalCell(at);
                    if (cell.isPresent() && cell.get().getType() == CellType.FORMULA) {
                        throw new Unreadable(
                                Reason.FORMULA, cell.get().getAddress().toString());
                    }
                    cells.add(cell.isPresent() ? text(cell.get()) : "");
                }
                lines.add(new Line(row.getRowNum(), cells));
            }
        } catch (IOException | RuntimeException malformed) {
            // At documents that are damaged, the library fails in as many ways as there is damage.
            throw new Unreadable(Reason.NOT_A_TABLE, "");
        }
        return new Sheet(lines.all);
    }

    /// With the formats of its cells, where it has any that can be read.
    private static ReadableWorkbook workbook(byte[] bytes) throws IOException {
        try {
            return new ReadableWorkbook(new ByteArrayInputStream(bytes), WITH_FORMATS);
        } catch (IOException | RuntimeException withoutFormats) {
            return new ReadableWorkbook(new ByteArrayInputStream(bytes));
        }
    }

    /// A number is shown with all of its digits, and with the zeros before them that its cell shows:
    /// account numbers that a spreadsheet took for numbers keep theirs. Some programs write `.0` behind
    /// every number; people do not see it, and no amount has such a decimal.
    private static String text(Cell cell) throws Unreadable {
        if (cell.getType() != CellType.NUMBER) {
            return cell.getText();
        }
        var written = new BigDecimal(cell.getRawValue());
        // `1e999999999` is a short text of a number whose digits fill the memory.
        if (Math.abs((long) written.scale()) + written.precision() > CELL_LENGTH_MAX) {
            throw new Unreadable(Reason.TOO_LARGE, String.valueOf(CELL_LENGTH_MAX));
        }
        var number = written.stripTrailingZeros();
        if (number.precision() - number.scale() > DIGITS_MAX) {
            throw new Unreadable(Reason.LONG_NUMBER, cell.getAddress().toString());
        }
        return filled(number, cell.getDataFormatString());
    }

    private static String filled(BigDecimal number, @Nullable String format) {
        var text = number.toPlainString();
        if (format == null || !ZEROS.matcher(format).matches() || number.signum() < 0 || number.scale() > 0) {
            return text;
        }
        return "0".repeat(Math.max(0, format.length() - text.length())) + text;
    }

    /// Unpacked by the same library that the reader of spreadsheets uses, so that both see the same entries.
    private static void requireBounded(byte[] bytes) throws Unreadable {
        long unpacked = 0;
        int entries = 0;
        var buffer = new byte[8_192];
        try (var zip = ZipFile.builder()
                .setSeekableByteChannel(new SeekableInMemoryByteChannel(bytes))
                .get()) {
            for (var entry : Collections.list(zip.getEntries())) {
                if (++entries > ENTRIES_MAX) {
                    throw new Unreadable(Reason.TOO_LARGE, String.valueOf(ENTRIES_MAX));
                }
                try (var content = zip.getInputStream(entry)) {
                    for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
                        unpacked += read;
                        if (unpacked > UNPACKED_BYTES_MAX) {
                            throw new Unreadable(Reason.TOO_LARGE, "8 MiB");
                        }
                    }
                }
                try (var content = zip.getInputStream(entry)) {
                    CellBounds.require(content, CELL_LENGTH_MAX);
                }
            }
        } catch (IOException | IllegalArgumentException malformed) {
            throw new Unreadable(Reason.NOT_A_TABLE, "");
        }
    }

    /// The lines so far, whose numbers are those that a spreadsheet says. A text that many cells share counts for each
    /// of them, as each is kept by itself.
    private static final class Lines {
        private final List<Line> all = new ArrayList<>();
        private int length;

        private void add(Line line) throws Unreadable {
            if (line.isEmpty()) {
                return;
            }
            int before = all.isEmpty() ? 0 : all.getLast().number();
            if (line.number() <= before) {
                throw new Unreadable(Reason.NOT_A_TABLE, "");
            }
            if (line.number() > NUMBER_MAX) {
                throw new Unreadable(Reason.TOO_LARGE, String.valueOf(NUMBER_MAX));
            }
            if (all.size() > ROWS_MAX) {
                throw new Unreadable(Reason.TOO_LARGE, String.valueOf(ROWS_MAX));
            }
            if (line.cells().size() > COLUMNS_MAX
                    || line.cells().stream().anyMatch(cell -> cell.length() > CELL_LENGTH_MAX)) {
                throw new Unreadable(Reason.TOO_LARGE, String.valueOf(CELL_LENGTH_MAX));
            }
            length += line.cells().stream().mapToInt(String::length).sum();
            if (length > LENGTH_MAX) {
                throw new Unreadable(Reason.TOO_LARGE, String.valueOf(LENGTH_MAX));
            }
            all.add(line);
        }
    }
}
