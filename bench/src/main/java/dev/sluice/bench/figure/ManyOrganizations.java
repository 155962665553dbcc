package dev.sluice.bench.figure;

import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Goal;
import dev.sluice.bench.stage.BenchEnvironment;
import dev.sluice.bench.stage.Setting;

/// Figure 2: payouts of a hundred organizations relative to those of a single one; the expected ratio is one.
final class ManyOrganizations implements Figure {
    private static final Heading HEADING =
            new Heading("2", "payouts/s, 100 organizations ÷ one", Goal.near(1.0, 0.9), Setting.PLAIN);

    @Override
    public Heading heading() {
        return HEADING;
    }

    @Override
    public Finding measure(BenchEnvironment environment) throws Exception {
        var service = environment.service(Setting.PLAIN);
        var one = Loads.hot(service);
        var many = Loads.many(service);
        service.warm("payouts", one);
        service.warm("payouts of many", many);
        return Rounds.of(environment, this, service).measure(_ -> {
            var single = service.run("one", one);
            return Reading.ratio(service.run("many", many), single);
        });
    }
}
