package dev.sluice.bench.figure;

import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Goal;
import dev.sluice.bench.stage.Setting;
import dev.sluice.bench.stage.Stage;

/// Figure 2: payouts of a hundred organizations relative to those of a single one; the expected ratio is one.
final class ManyOrganizations implements Figure {
    private static final Heading HEADING =
            new Heading("2", "payouts/s, 100 organizations ÷ one", Goal.near(1.0, 0.9), Setting.PLAIN);

    @Override
    public Heading heading() {
        return HEADING;
    }

    @Override
    public Finding measure(Stage stage) throws Exception {
        var scene = stage.scene(Setting.PLAIN);
        var one = Loads.hot(scene);
        var many = Loads.many(scene);
        scene.warm("payouts", one);
        scene.warm("payouts of many", many);
        return Rounds.of(stage, this, scene).measure(_ -> {
            var single = scene.run("one", one);
            return Reading.ratio(scene.run("many", many), single);
        });
    }
}
