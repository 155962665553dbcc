package dev.sluice.bench.report;

import java.util.List;

/// The report as Markdown, for the documentation.
public final class MarkdownReport {
    private MarkdownReport() {}

    /// @param chart the chart's file, relative to the text
    public static String of(Report report, String chart) {
        var text = new StringBuilder();
        if (report.quick()) {
            text.append("**Quick: a rough answer, no proof.**\n\n");
        }
        if (!report.isValid()) {
            text.append("**This run is void: a figure failed, or the books were wrong after a round.**\n\n");
        }
        for (var line : List.of(Place.machine(report), Place.database(report), Place.run(report))) {
            text.append(Lines.wrapped("- ", line, " "));
        }
        text.append('\n');
        text.append("![How the figures stand to their targets](").append(chart).append(")\n\n");
        row(text, Rows.HEAD);
        row(text, Rows.HEAD.stream().map(_ -> "---").toList());
        report.findings().forEach(finding -> row(text, Rows.of(finding)));
        text.append('\n');
        Report.READING.forEach(line -> text.append(Lines.wrapped("", line, " ")));
        text.append("\nMedians of what was measured:\n\n");
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
