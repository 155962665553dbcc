package dev.sluice.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The report's table, cell by cell, shared by text and Markdown.
final class Rows {
    static final List<String> HEAD =
            List.of("#", "figure", "median", "min–max", "middle half", "per CPU", "at least", "aim", "verdict");

    /// Column of the interquartile range.
    static final int MIDDLE_HALF = 4;

    private Rows() {}

    static List<String> of(Finding finding) {
        var goal = finding.goal();
        var cells = new ArrayList<String>();
        cells.add(finding.figure());
        cells.add(finding.title());
        cells.add(finding.value() == null ? "–" : goal.text(finding.value().median()));
        cells.add(range(goal, finding.value(), Spread::min, Spread::max));
        cells.add(range(goal, finding.value(), Spread::q1, Spread::q3));
        cells.add(
                finding.perCpuSecond() == null
                        ? "–"
                        : Numbers.ratio(finding.perCpuSecond().median()));
        cells.add(goal.targetText());
        cells.add(goal.aimText());
        cells.add(finding.result().words());
        return cells;
    }

    /// Returns the medians of all measurements on one line.
    static String medians(Finding finding) {
        return finding.medians().entrySet().stream()
                .map(each -> each.getKey() + " " + Numbers.plain(each.getValue()))
                .collect(Collectors.joining(" · "));
    }

    private static String range(
            Goal goal, @Nullable Spread spread, ToDoubleFunction<Spread> from, ToDoubleFunction<Spread> to) {
        return spread == null ? "–" : goal.range(from.applyAsDouble(spread), to.applyAsDouble(spread));
    }
}
