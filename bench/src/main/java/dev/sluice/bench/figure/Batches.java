package dev.sluice.bench.figure;

import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Goal;
import dev.sluice.bench.stage.BenchEnvironment;
import dev.sluice.bench.stage.Setting;

/// Figure 3: payouts in requests of a hundred, relative to the baseline.
final class Batches implements Figure {
    private static final Heading HEADING =
            new Heading("3", "items/s in requests of 100 ÷ pgbench tps", Goal.atLeast(1.5, 3.0), Setting.PLAIN);

    @Override
    public Heading heading() {
        return HEADING;
    }

    @Override
    public Finding measure(BenchEnvironment environment) throws Exception {
        var service = environment.service(Setting.PLAIN);
        var plan = Loads.batches(service);
        environment.baseline();
        service.warm("requests of " + Loads.BATCH, plan);
        return Rounds.of(environment, this, service)
                .note("Latencies are of whole requests, over %d connections.".formatted(Loads.BATCH_CONNECTIONS))
                .measure(_ -> {
                    var baseline = environment.baseline(environment.settings().measured());
                    return Reading.ratio(service.run("items", plan), baseline);
                });
    }
}
