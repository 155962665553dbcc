package dev.sluice.bench.figure;

import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Goal;
import dev.sluice.bench.stage.BenchEnvironment;
import dev.sluice.bench.stage.Setting;
import java.util.Map;
import java.util.Optional;

/// Figure 1: payouts over signed HTTP, one per request, of one hot organization, relative to the baseline. No worker
/// completes them here, so that acceptance is measured alone.
final class HotPayouts implements Figure {
    private static final Heading HEADING =
            new Heading("1", "payouts/s, one organization ÷ pgbench tps", Goal.atLeast(0.5, 1.0), Setting.PLAIN);

    static final String RESIDENT_PEAK = "serviceResidentPeakMegabytes";

    private Optional<Finding> finding = Optional.empty();

    @Override
    public Heading heading() {
        return HEADING;
    }

    @Override
    public Finding measure(BenchEnvironment environment) throws Exception {
        var service = environment.service(Setting.PLAIN);
        var plan = Loads.hot(service);
        environment.baseline();
        service.warm("payouts", plan);
        var found = Rounds.of(environment, this, service).measure(_ -> {
            var baseline = environment.baseline(environment.settings().measured());
            return Reading.ratio(service.run("payouts", plan), baseline)
                    .with(Map.of(RESIDENT_PEAK, service.residentPeakMegabytes()));
        });
        finding = Optional.of(found);
        return found;
    }

    /// Returns the finding if it was measured in this run.
    Optional<Finding> finding() {
        return finding;
    }
}
