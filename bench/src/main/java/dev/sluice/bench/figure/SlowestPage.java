package dev.sluice.bench.figure;

import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Goal;
import dev.sluice.bench.stage.BenchEnvironment;
import dev.sluice.bench.stage.Setting;
import java.util.List;
import java.util.Map;

/// Figure 16b: p50 of the slowest page on the small database, taken from the rounds of figure 16.
final class SlowestPage implements Figure {
    private static final Heading HEADING =
            new Heading("16b", "p50 of the slowest page", Goal.atMost(300, 100, "ms"), Setting.SMALL, Setting.LARGE);

    private final LargeReads pages;

    SlowestPage(LargeReads pages) {
        this.pages = pages;
    }

    @Override
    public Heading heading() {
        return HEADING;
    }

    @Override
    public Finding measure(BenchEnvironment environment) throws Exception {
        var rounds = pages.found(environment).rounds().stream()
                .map(round -> round.as(LargeReads.slowestMillis(round), Map.of()))
                .toList();
        return HEADING.found(rounds, List.of("Seen in the rounds of figure 16, which lists all pages, on both."));
    }
}
