package dev.sluice.dashboard;

import dev.sluice.http.Answer;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A list as a file of comma-separated values (RFC 4180), which is written while the list is read. A cell that a
/// spreadsheet would take for a formula is kept from being one.
public final class CsvExport {
    private static final String TYPE = "text/csv; charset=utf-8";
    private static final String FORMULA_STARTS = "=+-@\t\r";
    private static final String QUOTED = ",\"\r\n";
    private static final String LINE_END = "\r\n";

    private CsvExport() {}

    /// A column: its name, and what of an item stands in it. Nothing is an empty cell.
    public record Column<T>(String name, Function<T, @Nullable Object> cell) {}

    /// @param fileName under which a browser keeps it
    /// @param items read one after another; the first is asked for at once, so that a refusal is an answer
    public static <T> Answer of(String fileName, List<Column<T>> columns, Stream<T> items) {
        var all = items.iterator();
        Iterator<T> rows = all.hasNext() ? all : Collections.emptyIterator();
        return Answer.written(TYPE, out -> {
                    var writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
                    write(writer, columns, rows);
                    writer.flush();
                })
                .with("Content-Disposition", "attachment; filename=\"" + fileName + "\"");
    }

    private static <T> void write(Writer writer, List<Column<T>> columns, Iterator<T> rows) throws IOException {
        line(writer, columns.stream().map(Column::name).toList());
        while (rows.hasNext()) {
            var item = rows.next();
            line(
                    writer,
                    columns.stream()
                            .map(column -> cell(column.cell().apply(item)))
                            .toList());
        }
    }

    private static void line(Writer writer, List<String> cells) throws IOException {
        writer.write(String.join(",", cells));
        writer.write(LINE_END);
    }

    /// Numbers are plain; what else begins like a formula gets an apostrophe before it.
    static String cell(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof BigDecimal number) {
            return number.toPlainString();
        }
        var text = value.toString();
        if (value instanceof Number) {
            return text;
        }
        var safe = !text.isEmpty() && FORMULA_STARTS.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
        return safe.chars().anyMatch(each -> QUOTED.indexOf(each) >= 0)
                ? "\"" + safe.replace("\"", "\"\"") + "\""
                : safe;
    }
}
