package dev.sluice.bench.report;

import java.util.List;
import java.util.stream.Stream;

/// Bar chart of the report: the length of a bar is the figure's value in multiples of its target, so that figures
/// with different units and directions are comparable. Figures without a target have a value and no bar. SVG, for
/// light and dark pages.
public final class Chart {
    private static final int WIDTH = 1000;
    private static final int TOP = 112;
    private static final int ROW = 46;
    private static final int BAR = 18;
    private static final int BOTTOM = 64;
    private static final int LEFT = 384;
    private static final int SCALE = 384;
    private static final int VALUES = LEFT + SCALE + 24;
    private static final int MARGIN = 24;
    private static final int TITLES = MARGIN + 34;
    private static final int BASELINE = 4;
    private static final int NOTE = 14;
    private static final int CAP = 5;
    /// End of the scale; longer bars are cut off and labelled with their number.
    private static final double MERIT_MAX = 4;

    private static final String STYLE = """
            <style>
              svg { --page: #ffffff; --ink: #1c2330; --soft: #5d6778; --line: #dfe4ec;
                    --aim: #1f9d6b; --target: #3b76d8; --short: #d9722b; --bad: #b3261e; }
              @media (prefers-color-scheme: dark) {
                svg { --page: #12161d; --ink: #e8ecf3; --soft: #9aa5b8; --line: #2b3340;
                      --aim: #37b985; --target: #6b9df0; --short: #ef9552; --bad: #f2756c; } }
              text { font-family: Inter, "Segoe UI", Helvetica, Arial, sans-serif; fill: var(--ink); }
              .title { font-size: 22px; font-weight: 600; }
              .name { font-size: 14px; }
              .value { font-size: 14px; font-weight: 600; }
              .note { font-size: 12px; fill: var(--soft); }
              .page { fill: var(--page); }
              .grid { stroke: var(--line); stroke-width: 1; }
              .at-least { stroke: var(--ink); stroke-width: 1.5; }
              .to-aim { stroke: var(--soft); stroke-width: 2; stroke-dasharray: 2 3; }
              .spread { stroke: var(--ink); stroke-width: 1.5; opacity: .75; }
              .AIM { fill: var(--aim); } .TARGET { fill: var(--target); } .SHORT { fill: var(--short); }
              .VOID, .FAILED { fill: var(--bad); }
            </style>
            """;

    private final StringBuilder svg = new StringBuilder();

    private Chart() {}

    public static String of(Report report) {
        return new Chart().draw(report);
    }

    private String draw(Report report) {
        var findings = report.findings();
        int height = TOP + findings.size() * ROW + BOTTOM;
        add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                .formatted(WIDTH, height, WIDTH, height));
        add(" role=\"img\" aria-labelledby=\"title\">\n");
        add("<title id=\"title\">Sluice: figures against their targets</title>\n");
        svg.append(STYLE);
        add("<rect class=\"page\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n".formatted(WIDTH, height));
        text(MARGIN, 40, "title", "Sluice: figures against their targets");
        text(MARGIN, 64, "note", Place.run(report) + (report.quick() ? " · quick: a rough answer, no proof" : ""));
        text(
                MARGIN,
                82,
                "note",
                report.machine().cpu() + ", " + report.machine().cores() + " cores, PostgreSQL "
                        + report.machine().database());
        scale(height - BOTTOM);
        for (int i = 0; i < findings.size(); i++) {
            row(findings.get(i), TOP + i * ROW);
        }
        legend(height - 20);
        return svg.append("</svg>\n").toString();
    }

    private void scale(int bottom) {
        for (int multiple = 0; multiple <= MERIT_MAX; multiple++) {
            line(multiple == 1 ? "at-least" : "grid", x(multiple), TOP - 4, x(multiple), bottom + 4);
            add("<text class=\"note\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n"
                    .formatted(x(multiple), bottom + 20, multiple == 1 ? "target" : multiple + "×"));
        }
    }

    private void row(Finding finding, int top) {
        int middle = top + ROW / 2;
        text(MARGIN, middle + BASELINE, "name", finding.figure());
        text(TITLES, middle - BASELINE, "name", finding.title());
        text(
                TITLES,
                middle - BASELINE + NOTE + 2,
                "note",
                hasTarget(finding)
                        ? finding.goal().targetText() + ", aim "
                                + finding.goal().aimText()
                        : "no target");
        var value = finding.value();
        if (value == null) {
            text(LEFT + 8, middle + BASELINE, "note", finding.result().words());
            return;
        }
        if (hasTarget(finding)) {
            bar(finding, value, middle);
        }
        text(VALUES, middle - 1, "value", finding.goal().text(value.median()));
        text(
                VALUES,
                middle + NOTE,
                "note",
                finding.goal().range(value.min(), value.max()) + ", "
                        + finding.result().words());
    }

    private static boolean hasTarget(Finding finding) {
        return finding.goal().direction() != Goal.Direction.NONE;
    }

    private void bar(Finding finding, Spread value, int middle) {
        var goal = finding.goal();
        int end = x(goal.merit(value.median()));
        add("<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"2\"/>\n"
                .formatted(finding.result(), LEFT, middle - BAR / 2, Math.max(1, end - LEFT), BAR));
        line("to-aim", x(goal.merit(goal.aim())), middle - BAR, x(goal.merit(goal.aim())), middle + BAR);
        int one = x(goal.merit(value.min()));
        int other = x(goal.merit(value.max()));
        line("spread", one, middle, other, middle);
        for (int at : List.of(one, other)) {
            line("spread", at, middle - CAP, at, middle + CAP);
        }
        if (goal.merit(value.median()) > MERIT_MAX) {
            text(LEFT + SCALE + BASELINE, middle + BASELINE, "note", "▸");
        }
    }

    private void legend(int y) {
        int x = MARGIN;
        for (var result : Stream.of(FigureResult.AIM, FigureResult.TARGET, FigureResult.SHORT)
                .toList()) {
            add("<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" rx=\"2\"/>\n"
                    .formatted(result, x, y - 10));
            text(x + 18, y, "note", result.words());
            x += 116;
        }
        text(x, y, "note", "Bar: how many times as good as the target. Whisker: all rounds. Dotted: the aim.");
    }

    private void line(String style, int x1, int y1, int x2, int y2) {
        add("<line class=\"%s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n".formatted(style, x1, y1, x2, y2));
    }

    private void text(int x, int y, String style, String words) {
        add("<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n".formatted(style, x, y, escaped(words)));
    }

    private void add(String element) {
        svg.append(element);
    }

    private static int x(double merit) {
        double shown = Double.isNaN(merit) ? 0 : Math.clamp(merit, 0, MERIT_MAX);
        return LEFT + (int) Math.round(shown / MERIT_MAX * SCALE);
    }

    private static String escaped(String words) {
        return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
