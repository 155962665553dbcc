package dev.sluice.bench.figure;

import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Goal;
import dev.sluice.bench.stage.BenchEnvironment;
import dev.sluice.bench.stage.Setting;
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
    public Finding measure(BenchEnvironment environment) throws Exception {
        var service = environment.service(Setting.PLAIN);
        var plan = service.paying(List.of(service.hot()), 1, 1);
        var baseline = environment.baseline();
        service.warm("payouts", Loads.hot(service));
        return Rounds.of(environment, this, service).measure(_ -> {
            double theirs = baseline.medianMicros(environment.settings().measured());
            var rate = service.run("payouts", plan);
            double ours = rate.more().getOrDefault("P50Micros", Double.NaN);
            return Reading.of(ours / theirs, rate.numbers()).with(Map.of("pgbenchP50Micros", theirs));
        });
    }
}
