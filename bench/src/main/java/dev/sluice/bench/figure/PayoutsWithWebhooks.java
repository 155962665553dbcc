package dev.sluice.bench.figure;

import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Goal;
import dev.sluice.bench.stage.BenchEnvironment;
import dev.sluice.bench.stage.Rate;
import dev.sluice.bench.stage.Setting;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Figure 15b, for information: cost of webhooks for the payment path. It runs the load of figure 1 on a node with
/// all workers and an endpoint for all events, relative to the load without one. Pending payouts are completed in
/// between. The webhook lag is measured again at half of the resulting rate.
final class PayoutsWithWebhooks implements Figure {
    private static final Heading HEADING =
            new Heading("15b", "payouts/s with a webhook ÷ without", Goal.none(), Setting.BUSY);

    static final String LAG = "toldLagP99Micros";
    static final List<String> LAGS = List.of("toldLagP50Micros", LAG, "halfLagP50Micros", "halfLagP99Micros");

    private static final double HALF = 0.5;

    private Optional<Finding> finding = Optional.empty();

    @Override
    public Heading heading() {
        return HEADING;
    }

    @Override
    public Finding measure(BenchEnvironment environment) throws Exception {
        var service = environment.service(Setting.BUSY);
        var plan = Loads.hot(service);
        service.warm("payouts", plan);
        try (var tallies = service.tallies()) {
            var found = Rounds.of(environment, this, service)
                    .note("The node also completes the payouts. \"half\" is an open loop at half of the rate \"told\".")
                    .measure(_ -> {
                        tallies.drain();
                        var untold = service.run("untold", plan);
                        tallies.drain();
                        Rate told;
                        try (var _ = service.tell(service.some(1))) {
                            told = service.run("told", plan.untilTold());
                            tallies.drain();
                        }
                        try (var _ = service.tell(service.some(1))) {
                            var half = service.run("half", plan.untilTold().atRate(told.perSecond() * HALF));
                            return Reading.ratio(told, untold).with(lags(half));
                        }
                    });
            finding = Optional.of(found);
            return found;
        }
    }

    private static Map<String, Double> lags(Rate half) {
        return Map.of(
                "halfLagP50Micros", half.more().getOrDefault("LagP50Micros", Double.NaN),
                "halfLagP99Micros", half.more().getOrDefault("LagP99Micros", Double.NaN));
    }

    /// Returns the finding of this run, measuring it if necessary.
    Finding found(BenchEnvironment environment) throws Exception {
        return finding.isPresent() ? finding.get() : measure(environment);
    }
}
