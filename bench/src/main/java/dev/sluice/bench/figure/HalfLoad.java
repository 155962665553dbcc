package dev.sluice.bench.figure;

import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Goal;
import dev.sluice.bench.stage.BenchEnvironment;
import dev.sluice.bench.stage.Setting;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Figure 6: p99 latency of payouts at half of the peak rate. Arrivals are random and independent of the service
/// (open loop), and latency counts from the arrival.
final class HalfLoad implements Figure {
    private static final Heading HEADING =
            new Heading("6", "p99 at half of the peak, open loop", Goal.atMost(25, 10, "ms"), Setting.PLAIN);

    /// Enough connections that an arrival never waits for a free one.
    private static final int CONNECTIONS = 128;

    /// Time to finish the backlog of the peak measurement.
    private static final Duration SETTLING = Duration.ofSeconds(10);

    private static final double HALF = 0.5;
    private static final double MICROS_PER_MILLI = 1_000;

    @Override
    public Heading heading() {
        return HEADING;
    }

    @Override
    public Finding measure(BenchEnvironment environment) throws Exception {
        var service = environment.service(Setting.PLAIN);
        var peak = Loads.hot(service);
        var open = service.paying(List.of(service.hot()), CONNECTIONS, 1)
                .lasting(SETTLING, environment.settings().measured());
        service.warm("payouts", peak);
        return Rounds.of(environment, this, service)
                .note("Each round measures the peak first, in the closed loop of figure 1, and then half of it.")
                .measure(_ -> {
                    double most = service.run("peak", peak).perSecond();
                    var rate = service.run("payouts", open.atRate(most * HALF));
                    double p99 = rate.more().getOrDefault("P99Micros", Double.NaN) / MICROS_PER_MILLI;
                    return Reading.of(p99, rate.numbers()).with(Map.of("peakPerSecond", most));
                });
    }
}
