package dev.sluice.dashboard;

import dev.sluice.http.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.jspecify.annotations.Nullable;

/// A table for other programs (RFC 4180). A text that a spreadsheet would take for a formula stands behind an
/// apostrophe, as OWASP advises against CSV injection.
public final class CsvFile {
    private static final String FORMULA = "=+-@\t\r";
    private static final String TYPE = "text/csv; charset=utf-8";

    private final StringBuilder text = new StringBuilder();
    private final CSVPrinter printer;

    private CsvFile() {
        try {
            printer = new CSVPrinter(text, CSVFormat.RFC4180);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /// A file with its first line.
    public static CsvFile of(Iterable<String> columns) {
        var file = new CsvFile();
        columns.forEach(file::cell);
        return file.endOfLine();
    }

    /// A line. Amounts are plain decimals, everything else is what it says of itself.
    public CsvFile line(@Nullable Object... cells) {
        for (var cell : cells) {
            cell(cell);
        }
        return endOfLine();
    }

    /// The file, to be saved.
    public Answer answer(String name) {
        return new Answer(200, TYPE, text.toString().getBytes(StandardCharsets.UTF_8))
                .with("Content-Disposition", "attachment; filename=\"" + name + "\"")
                .with("Cache-Control", "no-store");
    }

    private void cell(@Nullable Object cell) {
        var written = switch (cell) {
            case null -> "";
            case BigDecimal number -> number.toPlainString();
            default -> harmless(cell.toString());
        };
        try {
            printer.print(written);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private CsvFile endOfLine() {
        try {
            printer.println();
            return this;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static String harmless(String text) {
        return !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    }
}
