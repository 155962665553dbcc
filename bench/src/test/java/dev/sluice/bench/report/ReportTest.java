package dev.sluice.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ReportTest {
    private static final Machine MACHINE = new Machine(
            "A <fast> & small one",
            2,
            25,
            "Linux",
            "ext4",
            "a JDK",
            "18.6",
            Map.of("fsync", "on"),
            "pgbench, scale 10");
    private static final Goal GOAL = Goal.atLeast(0.5, 1);

    private static Round round(int number, double value, @Nullable Double byCpu, String... faults) {
        return new Round(number, Map.of("payoutsPerSecond", 1000 * value), value, byCpu, "right", List.of(faults));
    }

    private static Finding finding(Round... rounds) {
        return Finding.of("1", "payouts ÷ transactions", GOAL, List.of(rounds), List.of("A note | with a bar."));
    }

    private static Report report(Finding... findings) {
        return new Report(MACHINE, Instant.parse("2026-01-15T09:30:00Z"), "abc1234", false, 3, 600, List.of(findings));
    }

    @Test
    void a_figure_is_the_median_of_its_rounds() {
        var finding = finding(round(1, 0.5, 0.4), round(2, 0.9, 0.6), round(3, 0.7, 0.5));
        assertThat(finding.value()).extracting(Spread::median).isEqualTo(0.7);
        assertThat(finding.perCpuSecond()).extracting(Spread::median).isEqualTo(0.5);
        assertThat(finding.medians()).containsExactly(Map.entry("payoutsPerSecond", 700.0));
        assertThat(finding.result()).isEqualTo(FigureResult.TARGET);
    }

    @Test
    void wrong_books_after_any_round_make_a_figure_void_however_fast_it_was() {
        var finding = finding(round(1, 2, null), round(2, 2, null, "not zero: IDR"), round(3, 2, null));
        assertThat(finding.result()).isEqualTo(FigureResult.VOID);
        assertThat(report(finding).isValid()).isFalse();
        assertThat(TextReport.of(report(finding))).contains("VOID");
        assertThat(MarkdownReport.of(report(finding), "report.svg")).contains("void");
    }

    @Test
    void what_could_not_be_measured_by_cpu_has_no_such_ratio() {
        assertThat(finding(round(1, 1, 1.0), round(2, 1, null)).perCpuSecond()).isNull();
    }

    @Test
    void a_figure_that_failed_is_told_and_spoils_the_run() {
        var report = report(Finding.failed("4", "transfers", GOAL, "no lane"));
        assertThat(report.isValid()).isFalse();
        assertThat(TextReport.of(report)).contains("FAILED").contains("no lane");
        assertThat(Chart.of(report)).contains("FAILED");
    }

    @Test
    void a_figure_that_was_left_out_is_told_and_spoils_nothing() {
        var report = report(
                finding(round(1, 1, null)), Finding.leftOut("12", "payouts ÷ sends", Goal.none(), "There is no node."));
        assertThat(report.isValid()).isTrue();
        assertThat(TextReport.of(report)).contains("left out").contains("There is no node.");
        assertThat(MarkdownReport.of(report, "report.svg"))
                .contains("| left out |")
                .contains("There is no node.");
        assertThat(Chart.of(report)).contains("left out");
        assertThat(report.json()).contains("\"LEFT_OUT\"");
    }

    @Test
    void the_chart_is_well_formed_and_what_only_informs_has_a_value_and_no_bar() throws Exception {
        var informs = Finding.of("1b", "busy ÷ idle", Goal.none(), List.of(round(1, 0.37, null)), List.of());
        var chart = Chart.of(report(finding(round(1, 9, null)), informs));
        assertThat(chart).contains("rect class=\"AIM\"").doesNotContain("INFORMS");
        var document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(chart.getBytes(StandardCharsets.UTF_8)));
        assertThat(document.getDocumentElement().getTextContent())
                .contains("A <fast> & small one")
                .contains("payouts ÷ transactions")
                .contains("busy ÷ idle", "no target", "0.37", "for information");
    }

    @Test
    void every_row_of_the_markdown_has_as_many_cells_as_its_head() {
        var rows = MarkdownReport.of(report(finding(round(1, 0.5, 0.4))), "report.svg")
                .lines()
                .filter(line -> line.startsWith("|"))
                .map(line ->
                        line.replace("\\|", "").chars().filter(c -> c == '|').count())
                .toList();
        assertThat(rows).startsWith(10L, 10L, 10L).endsWith(3L, 3L, 3L, 3L).hasSize(7);
    }

    @Test
    void no_line_of_the_table_has_a_ragged_column() {
        var lines = TextReport.of(report(finding(round(1, 0.5, 0.4)))).lines().toList();
        var head =
                lines.stream().filter(line -> line.startsWith("#")).findFirst().orElseThrow();
        var row = lines.stream()
                .filter(line -> line.startsWith("1  "))
                .findFirst()
                .orElseThrow();
        assertThat(row.indexOf("reached")).isEqualTo(head.indexOf("verdict"));
    }

    @Test
    void the_json_has_each_rounds_raw_numbers() {
        var json = new JsonMapper()
                .readTree(
                        report(finding(round(1, 0.5, 0.4), round(2, 0.6, null))).json());
        var rounds = json.path("findings").path(0).path("rounds");
        assertThat(rounds.size()).isEqualTo(2);
        assertThat(rounds.path(1).path("numbers").path("payoutsPerSecond").doubleValue())
                .isEqualTo(600);
        assertThat(json.path("findings").path(0).path("goal").path("target").doubleValue())
                .isEqualTo(0.5);
        assertThat(json.path("machine").path("databaseSettings").path("fsync").stringValue())
                .isEqualTo("on");
    }
}
