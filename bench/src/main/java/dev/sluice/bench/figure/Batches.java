package dev.sluice.bench.figure;

import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Goal;
import dev.sluice.bench.stage.Setting;
import dev.sluice.bench.stage.Stage;

/// Figure 3: payouts in requests of a hundred, relative to the baseline.
final class Batches implements Figure {
    private static final Heading HEADING =
            new Heading("3", "items/s in requests of 100 ÷ pgbench tps", Goal.atLeast(1.5, 3.0), Setting.PLAIN);

    @Override
    public Heading heading() {
        return HEADING;
    }

    @Override
    public Finding measure(Stage stage) throws Exception {
        var service = stage.service(Setting.PLAIN);
        var plan = Loads.batches(service);
        stage.baseline();
        service.warm("requests of " + Loads.BATCH, plan);
        return Rounds.of(stage, this, service)
                .note("Latencies are of whole requests, over %d connections.".formatted(Loads.BATCH_CONNECTIONS))
                .measure(_ -> {
                    var baseline = stage.baseline(stage.pace().measured());
                    return Reading.ratio(service.run("items", plan), baseline);
                });
    }
}
