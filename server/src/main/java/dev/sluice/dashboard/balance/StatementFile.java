package dev.sluice.dashboard.balance;

import dev.sluice.client.model.BalanceTransaction;
import dev.sluice.dashboard.Cells;
import dev.sluice.http.Answer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.dhatim.fastexcel.Workbook;
import org.dhatim.fastexcel.Worksheet;

/// A statement as a file: the newest lines, up to a bound, which the file's name tells where it was met. Its columns
/// are named as the API names them, whatever the language.
final class StatementFile {
    static final int LINES_MAX = 10_000;

    private static final String CSV = "text/csv; charset=utf-8";
    private static final String XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    private static final List<String> COLUMNS = List.of(
            "recordedAt", "effectiveAt", "currency", "kind", "direction", "amount", "balanceAfter", "paymentId", "id");
    private static final int AMOUNT = COLUMNS.indexOf("amount");
    private static final int BALANCE = COLUMNS.indexOf("balanceAfter");
    /// Spreadsheets count in binary numbers of 64 bits, which keep so many digits; longer ones stay text, whole.
    private static final int DIGITS_MAX = 15;

    private static final int ROWS_AT_ONCE = 500;

    private StatementFile() {}

    /// Lines as they come, page by page, each once: what is booked meanwhile moves lines to the next page.
    private static Iterator<BalanceTransaction> each(Stream<BalanceTransaction> lines) {
        var seen = new HashSet<String>();
        return lines.filter(line -> seen.add(line.currency() + line.id()))
                .limit(LINES_MAX)
                .iterator();
    }

    /// @param total how many lines there are
    static Answer csv(Stream<BalanceTransaction> lines, long total) {
        var out = new ByteArrayOutputStream();
        try (var printer = new CSVPrinter(new OutputStreamWriter(out, StandardCharsets.UTF_8), CSVFormat.RFC4180)) {
            printer.printRecord(COLUMNS);
            for (var all = each(lines); all.hasNext(); ) {
                printer.printRecord(cells(all.next()));
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return file(CSV, name(total, "csv"), out);
    }

    static Answer xlsx(Stream<BalanceTransaction> lines, long total) {
        var out = new ByteArrayOutputStream();
        try (var book = new Workbook(out, "Sluice", null)) {
            var sheet = book.newWorksheet("Statement");
            for (int column = 0; column < COLUMNS.size(); column++) {
                sheet.value(0, column, COLUMNS.get(column));
            }
            sheet.freezePane(0, 1);
            int row = 1;
            for (var all = each(lines); all.hasNext(); row++) {
                write(sheet, row, all.next());
                if (row % ROWS_AT_ONCE == 0) {
                    sheet.flush();
                }
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return file(XLSX, name(total, "xlsx"), out);
    }

    private static void write(Worksheet sheet, int row, BalanceTransaction line) {
        var cells = cells(line);
        for (int column = 0; column < cells.size(); column++) {
            var number = column == AMOUNT ? line.amount() : column == BALANCE ? line.balanceAfter() : null;
            if (number != null && number.precision() <= DIGITS_MAX) {
                sheet.value(row, column, number);
            } else {
                sheet.inlineString(row, column, cells.get(column));
            }
        }
    }

    private static List<String> cells(BalanceTransaction line) {
        return List.of(
                line.recordedAt().toString(),
                line.effectiveAt().toString(),
                Cells.text(line.currency()),
                Cells.text(line.kind()),
                Cells.text(line.direction()),
                plain(line.amount()),
                plain(line.balanceAfter()),
                Objects.requireNonNullElse(line.paymentId(), ""),
                line.id());
    }

    private static String plain(BigDecimal amount) {
        return amount.toPlainString();
    }

    private static String name(long total, String ending) {
        return total > LINES_MAX
                ? "statement-newest-" + LINES_MAX + "-of-" + total + "." + ending
                : "statement." + ending;
    }

    private static Answer file(String type, String name, ByteArrayOutputStream content) {
        return new Answer(200, type, content.toByteArray())
                .with("Content-Disposition", "attachment; filename=\"" + name + "\"")
                .with("Cache-Control", "no-store");
    }
}
