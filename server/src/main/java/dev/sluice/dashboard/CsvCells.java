package dev.sluice.dashboard;

import java.util.List;
import java.util.stream.Collectors;

/// Lines of CSV (RFC 4180) for spreadsheets. A cell that a spreadsheet would take for a formula is made a text by an
/// apostrophe before it; numbers stay numbers.
public final class CsvCells {
    private static final String FORMULA = "=+-@\t\r";

    private CsvCells() {}

    public static String line(List<String> cells) {
        return cells.stream().map(CsvCells::cell).collect(Collectors.joining(",")) + "\r\n";
    }

    private static String cell(String text) {
        boolean formula = !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0 && !isNumber(text);
        var safe = formula ? "'" + text : text;
        return safe.chars().anyMatch(each -> ",\"\r\n".indexOf(each) >= 0)
                ? "\"" + safe.replace("\"", "\"\"") + "\""
                : safe;
    }

    private static boolean isNumber(String text) {
        return text.matches("-?[0-9]{1,40}(\\.[0-9]{1,40})?");
    }
}
