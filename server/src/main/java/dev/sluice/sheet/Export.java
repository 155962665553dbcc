package dev.sluice.sheet;

import dev.sluice.http.Answer;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.dhatim.fastexcel.Workbook;
import org.dhatim.fastexcel.Worksheet;
import org.jspecify.annotations.Nullable;

/// Exports a whole list as a file, streamed while the list is read. The format is CSV (RFC 4180, UTF-8 with a byte
/// order mark) or XLSX, which continues on another sheet when one is full. Numbers stay numbers. A text that a
/// spreadsheet would execute as a formula gets an apostrophe in front (OWASP, "CSV Injection"). In CSV, this applies
/// to each part after a semicolon, too, since spreadsheets in countries with decimal commas split lines there. Our
/// quotes do not prevent that: such spreadsheets honour quotes only at the start of a cell.
///
/// @param columns columns with the same names in every language, so that programs recognize them
/// @param items items, read one after another; the first is requested at once, so that a refusal becomes the answer
public record Export<T>(List<Column<T>> columns, Stream<T> items) {
    private static final String CSV = "text/csv; charset=utf-8";
    private static final String XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    /// First characters of a formula, including the full-width forms of East Asian keyboards.
    private static final String FORMULA_STARTS = "=+\\-@\uFF1D\uFF0B\uFF0D\uFF20";

    /// Spreadsheets skip blanks before a formula.
    private static final Pattern FORMULA = Pattern.compile("\\A(?:[\\t\\r\\n]|[ \\u00a0]*[" + FORMULA_STARTS + "])");

    /// Start of a formula after a character that may split a line. Spreadsheets strip quotes and blanks around it.
    private static final Pattern PART = Pattern.compile("(?<=[;\\t\\r\\n])(?=[ \\u00a0\"]*[" + FORMULA_STARTS + "])");

    /// Precision of spreadsheets, which calculate with 64-bit binary numbers; longer numbers are written as text.
    private static final int DIGITS_MAX = 15;

    private static final int ROWS_AT_ONCE = 500;
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    public Export {
        columns = List.copyOf(columns);
    }

    /// A column: its name, and the function that computes its cells. Null is an empty cell.
    public record Column<T>(String name, Function<T, @Nullable Object> cell) {}

    /// Returns the file in the requested format: `xlsx`, otherwise CSV.
    ///
    /// @param name file name for the browser, without extension
    public Answer as(Optional<String> format, String name) {
        return format.filter("xlsx"::equals).isPresent() ? xlsx(name) : csv(name);
    }

    /// @param name file name for the browser, without extension
    public Answer csv(String name) {
        var rows = begun();
        return file(CSV, name + ".csv", out -> {
            var writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
            // Without the mark, Excel assumes the code page of its country.
            writer.write(BYTE_ORDER_MARK);
            var printer = new CSVPrinter(writer, CSVFormat.RFC4180);
            printer.printRecord(columns.stream().map(Column::name));
            while (rows.hasNext()) {
                var item = rows.next();
                printer.printRecord(
                        columns.stream().map(column -> plain(column.cell().apply(item))));
            }
            printer.flush();
        });
    }

    /// @param name file name for the browser, without extension
    public Answer xlsx(String name) {
        return xlsx(name, Worksheet.MAX_ROWS);
    }

    /// @param rowsMax maximum number of rows of a sheet, including the header
    Answer xlsx(String name, int rowsMax) {
        var rows = begun();
        return file(XLSX, name + ".xlsx", out -> {
            var book = new Workbook(out, "Sluice", null);
            int number = 1;
            do {
                write(book.newWorksheet(number == 1 ? "Sluice" : "Sluice " + number), rows, rowsMax);
                number++;
            } while (rows.hasNext());
            book.finish();
        });
    }

    /// Finishes each sheet before the next one, since the library writes them in sequence.
    private void write(Worksheet sheet, Iterator<T> rows, int rowsMax) throws IOException {
        for (int column = 0; column < columns.size(); column++) {
            sheet.inlineString(0, column, columns.get(column).name());
        }
        sheet.freezePane(0, 1);
        for (int row = 1; row < rowsMax && rows.hasNext(); row++) {
            write(sheet, row, rows.next());
            if (row % ROWS_AT_ONCE == 0) {
                sheet.flush();
            }
        }
        sheet.finish();
    }

    private void write(Worksheet sheet, int row, T item) {
        for (int column = 0; column < columns.size(); column++) {
            var value = columns.get(column).cell().apply(item);
            if (value instanceof Number number && digits(number) <= DIGITS_MAX) {
                sheet.value(row, column, number);
            } else if (value != null) {
                sheet.inlineString(row, column, text(value));
            }
        }
    }

    private Iterator<T> begun() {
        var all = items.iterator();
        return all.hasNext() ? all : Collections.emptyIterator();
    }

    private static Answer file(String type, String name, Answer.Writing writing) {
        return Answer.written(type, writing)
                .with("Content-Disposition", "attachment; filename=\"" + name + "\"")
                .with("Cache-Control", "no-store");
    }

    private static int digits(Number number) {
        return new BigDecimal(number.toString()).precision();
    }

    /// Returns a cell of CSV.
    static String plain(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        return value instanceof Number ? text(value) : PART.matcher(text(value)).replaceAll("'");
    }

    /// Returns plain numbers, and texts with an apostrophe if they look like a formula.
    static String text(Object value) {
        if (value instanceof BigDecimal number) {
            return number.toPlainString();
        }
        var text = value.toString();
        boolean formula = !(value instanceof Number) && FORMULA.matcher(text).lookingAt();
        return formula ? "'" + text : text;
    }
}
