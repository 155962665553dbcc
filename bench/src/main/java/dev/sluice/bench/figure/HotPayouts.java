package dev.sluice.bench.figure;

import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Goal;
import dev.sluice.bench.stage.Setting;
import dev.sluice.bench.stage.Stage;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Figure 1: payouts over signed HTTP, one in a request, of one hot organization, beside the baseline. They are
/// accepted here and completed by nobody, so that the two can be told apart.
final class HotPayouts implements Figure {
    static final String RESIDENT_PEAK = "serviceResidentPeakMegabytes";

    private Optional<Finding> finding = Optional.empty();

    @Override
    public String number() {
        return "1";
    }

    @Override
    public String title() {
        return "payouts/s, one organization ÷ pgbench tps";
    }

    @Override
    public Goal goal() {
        return Goal.atLeast(0.5, 1.0);
    }

    @Override
    public Set<Setting> settings() {
        return Set.of(Setting.PLAIN);
    }

    @Override
    public Finding measure(Stage stage) throws Exception {
        var scene = stage.scene(Setting.PLAIN);
        var plan = Loads.hot(scene);
        stage.baseline();
        scene.warm("payouts", plan);
        var found = Rounds.of(stage, this, scene).measure(_ -> {
            var baseline = stage.baseline(stage.pace().measured());
            return Reading.ratio(scene.run("payouts", plan), baseline)
                    .with(Map.of(RESIDENT_PEAK, scene.residentPeakMegabytes()));
        });
        finding = Optional.of(found);
        return found;
    }

    /// What was found, where it was measured in this run.
    Optional<Finding> finding() {
        return finding;
    }
}
