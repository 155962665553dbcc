package dev.sluice.bench.figure;

import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Goal;
import dev.sluice.bench.stage.Setting;
import dev.sluice.bench.stage.Stage;
import java.util.List;
import java.util.Map;

/// Figure 5: median latency of a payout without other load, relative to the baseline's.
final class SingleLatency implements Figure {
    private static final Heading HEADING =
            new Heading("5", "median latency, one client ÷ pgbench's", Goal.atMost(4, 2, ""), Setting.PLAIN);

    @Override
    public Heading heading() {
        return HEADING;
    }

    @Override
    public Finding measure(Stage stage) throws Exception {
        var scene = stage.scene(Setting.PLAIN);
        var plan = scene.paying(List.of(scene.hot()), 1, 1);
        var baseline = stage.baseline();
        scene.warm("payouts", Loads.hot(scene));
        return Rounds.of(stage, this, scene).measure(_ -> {
            double theirs = baseline.medianMicros(stage.pace().measured());
            var rate = scene.run("payouts", plan);
            double ours = rate.more().getOrDefault("P50Micros", Double.NaN);
            return Reading.of(ours / theirs, rate.numbers()).with(Map.of("pgbenchP50Micros", theirs));
        });
    }
}
