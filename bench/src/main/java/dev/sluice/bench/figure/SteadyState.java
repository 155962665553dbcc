package dev.sluice.bench.figure;

import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Goal;
import dev.sluice.bench.stage.BenchEnvironment;
import dev.sluice.bench.stage.Generator;
import dev.sluice.bench.stage.Rate;
import dev.sluice.bench.stage.Setting;
import dev.sluice.bench.stage.Tallies;
import java.util.Map;

/// Figure 1b, for information: the load of figure 1 on a node that also completes payouts.
final class SteadyState implements Figure {
    private static final Heading HEADING =
            new Heading("1b", "the same with completion beside it ÷ tps", Goal.none(), Setting.BUSY);

    @Override
    public Heading heading() {
        return HEADING;
    }

    @Override
    public Finding measure(BenchEnvironment environment) throws Exception {
        var service = environment.service(Setting.BUSY);
        var plan = Loads.hot(service);
        environment.baseline();
        service.warm("payouts", plan);
        try (var tallies = service.tallies()) {
            return Rounds.of(environment, this, service)
                    .note("Remaining payouts are completed before the next round starts.")
                    .measure(_ -> {
                        tallies.drain();
                        var baseline =
                                environment.baseline(environment.settings().measured());
                        var completed = new Completed(tallies);
                        var rate = service.run("accepted", plan, completed);
                        return Reading.ratio(rate, baseline).with(completed.numbers(rate));
                    });
        }
    }

    /// Counts completions in the measured time.
    private static final class Completed implements Generator.Watch {
        private final Tallies tallies;
        private long count;

        Completed(Tallies tallies) {
            this.tallies = tallies;
        }

        @Override
        public void begin() {
            count = -tallies.payouts("completed");
        }

        @Override
        public void end() {
            count += tallies.payouts("completed");
        }

        Map<String, Double> numbers(Rate accepted) {
            return Map.of(
                    "completedPerSecond", count / accepted.seconds(), "completedPerAccepted", count / accepted.items());
        }
    }
}
