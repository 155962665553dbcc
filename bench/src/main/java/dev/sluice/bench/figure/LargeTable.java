package dev.sluice.bench.figure;

import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Goal;
import dev.sluice.bench.stage.BenchEnvironment;
import dev.sluice.bench.stage.Setting;

/// Figure 7: the load of figure 1 on a database with millions of payouts, relative to an empty one. On the large one,
/// the organization with the most payouts pays.
final class LargeTable implements Figure {
    private static final Heading HEADING = new Heading(
            "7", "payouts/s, large database ÷ empty one", Goal.atLeast(0.9, 1.0), Setting.FRESH, Setting.LARGE);

    @Override
    public Heading heading() {
        return HEADING;
    }

    @Override
    public Finding measure(BenchEnvironment environment) throws Exception {
        var fresh = environment.service(Setting.FRESH);
        var large = environment.service(Setting.LARGE);
        var onFresh = Loads.hot(fresh);
        var onLarge = Loads.hot(large);
        long before = large.payouts();
        fresh.warm("payouts", onFresh);
        large.warm("payouts", onLarge);
        return Rounds.of(environment, this, fresh, large)
                .note("The large database began with %,d payouts, the empty one with none.".formatted(before))
                .measure(_ -> {
                    var empty = fresh.run("empty", onFresh);
                    return Reading.ratio(large.run("large", onLarge), empty);
                });
    }
}
