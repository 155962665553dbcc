package dev.sluice.bench.figure;

import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Goal;
import dev.sluice.bench.stage.BenchEnvironment;
import dev.sluice.bench.stage.Setting;
import java.util.List;
import java.util.Map;

/// Figure 11: peak resident memory of the service in a round of figure 1, whose measurement is reused if there is
/// one.
final class Memory implements Figure {
    private static final Heading HEADING =
            new Heading("11", "resident memory under figure 1's load", Goal.atMost(512, 300, "MB"), Setting.PLAIN);

    private static final String RESIDENT = "payoutsResidentMegabytes";

    private final HotPayouts hot;

    Memory(HotPayouts hot) {
        this.hot = hot;
    }

    @Override
    public Heading heading() {
        return HEADING;
    }

    @Override
    public Finding measure(BenchEnvironment environment) throws Exception {
        var known = hot.finding();
        if (known.isPresent()) {
            var rounds = known.get().rounds().stream()
                    .map(round -> round.as(
                            seen(round.numbers()),
                            Map.of(
                                    HotPayouts.RESIDENT_PEAK,
                                    round.numbers().getOrDefault(HotPayouts.RESIDENT_PEAK, Double.NaN))))
                    .toList();
            return HEADING.found(rounds, List.of("Seen in the rounds of figure 1."));
        }
        var service = environment.service(Setting.PLAIN);
        var plan = Loads.hot(service);
        service.warm("payouts", plan);
        return Rounds.of(environment, this, service).measure(_ -> {
            var rate = service.run("payouts", plan);
            return Reading.of(seen(rate.numbers()), Map.of(HotPayouts.RESIDENT_PEAK, service.residentPeakMegabytes()));
        });
    }

    private static double seen(Map<String, Double> numbers) {
        return numbers.getOrDefault(RESIDENT, Double.NaN);
    }
}
