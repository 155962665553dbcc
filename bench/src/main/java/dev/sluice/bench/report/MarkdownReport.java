package dev.sluice.bench.report;

import java.util.List;

/// The report as Markdown, for the documentation.
public final class MarkdownReport {
    private MarkdownReport() {}

    /// @param chart the chart's file, relative to the text
    public static String of(Report report, String chart) {
        var text = new StringBuilder();
        if (report.quick()) {
            text.append("**Quick run: rough results.**\n\n");
        }
        if (!report.isValid()) {
            text.append("**This run is void: a figure failed, or the ledger had faults after a round.**\n\n");
        }
        for (var line : List.of(Place.machine(report), Place.database(report), Place.run(report))) {
            text.append(Lines.wrapped("- ", line, " "));
        }
        text.append('\n');
        text.append("![Figures compared with their targets](").append(chart).append(")\n\n");
        row(text, Rows.HEAD);
        row(text, Rows.HEAD.stream().map(_ -> "---").toList());
        report.findings().forEach(finding -> row(text, Rows.of(finding)));
        text.append('\n');
        Report.READING.forEach(line -> text.append(Lines.wrapped("", line, " ")));
        text.append("\nMedians of the measurements:\n\n");
        row(text, List.of("#", "numbers"));
        row(text, List.of("---", "---"));
        for (var finding : report.findings()) {
            row(text, List.of(finding.figure(), Rows.medians(finding)));
            finding.notes().forEach(note -> row(text, List.of("", note)));
        }
        return text.toString();
    }

    private static void row(StringBuilder text, List<String> cells) {
        text.append('|');
        cells.forEach(cell -> text.append(' ').append(cell.replace("|", "\\|")).append(" |"));
        text.append('\n');
    }
}
