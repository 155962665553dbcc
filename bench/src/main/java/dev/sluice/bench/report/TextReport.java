package dev.sluice.bench.report;

import java.util.ArrayList;
import java.util.List;

/// The report as lines for a terminal.
public final class TextReport {
    private static final int LEFT_ALIGNED = 2;

    private TextReport() {}

    public static String of(Report report) {
        var text = new StringBuilder();
        text.append(report.quick() ? "Sluice bench (quick: rough results)\n" : "Sluice bench\n");
        for (var line : List.of(Place.machine(report), Place.database(report), Place.run(report))) {
            wrap(text, "", line, " ");
        }
        text.append('\n');
        table(text, report);
        text.append('\n');
        for (var finding : report.findings()) {
            wrap(text, finding.figure() + ": ", Rows.medians(finding), " · ");
            finding.notes().forEach(note -> wrap(text, "     ", note, " "));
        }
        text.append('\n');
        Report.READING.forEach(line -> text.append(line).append('\n'));
        if (!report.isValid()) {
            text.append("\n*** THIS RUN IS VOID: a figure failed, or the ledger had faults after a round ***\n");
        }
        return text.toString();
    }

    private static void table(StringBuilder text, Report report) {
        var rows = new ArrayList<List<String>>();
        rows.add(narrow(Rows.HEAD));
        report.findings().forEach(finding -> rows.add(narrow(Rows.of(finding))));
        var widths = new int[rows.getFirst().size()];
        rows.forEach(row -> {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        });
        for (var row : rows) {
            for (int column = 0; column < widths.length; column++) {
                var cell = row.get(column);
                var blanks = " ".repeat(widths[column] - cell.length());
                boolean left = column < LEFT_ALIGNED || column == widths.length - 1;
                text.append(left ? cell + blanks : blanks + cell).append("  ");
            }
            text.setLength(text.toString().stripTrailing().length());
            text.append('\n');
        }
    }

    /// Removes the column that does not fit a terminal.
    private static List<String> narrow(List<String> row) {
        var cells = new ArrayList<>(row);
        cells.remove(Rows.MIDDLE_HALF);
        return cells;
    }

    private static void wrap(StringBuilder text, String start, String rest, String between) {
        if (!rest.isEmpty()) {
            text.append(Lines.wrapped(String.format("%-5s", start), rest, between));
        }
    }
}
