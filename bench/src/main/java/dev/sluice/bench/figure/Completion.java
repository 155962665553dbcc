package dev.sluice.bench.figure;

import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Goal;
import dev.sluice.bench.stage.BenchEnvironment;
import dev.sluice.bench.stage.Generator;
import dev.sluice.bench.stage.Pauses;
import dev.sluice.bench.stage.Rate;
import dev.sluice.bench.stage.ServiceUnderTest;
import dev.sluice.bench.stage.Setting;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/// Figure 9: throughput of a node that completes waiting payouts through the sandbox's bank, relative to the rate at
/// which figure 1 accepts them. A node without workers fills the queue with requests of a hundred; then another node
/// drains it, as after an outage. Counting starts at the middle of the queue, when the node is warm, and ends when
/// little is left.
final class Completion implements Figure {
    private static final Heading HEADING = new Heading(
            "9", "payouts completed/s ÷ accepted/s", Goal.atLeast(1.0, 2.0), Setting.PLAIN, Setting.BACKLOG);

    private static final double FROM = 0.5;
    private static final double UNTIL = 0.98;
    private static final Duration GLANCE = Duration.ofMillis(100);
    private static final Duration DONE_WITHIN = Duration.ofMinutes(10);
    private static final Duration SLICE = Duration.ofSeconds(2);
    private static final double NANOS_PER_SECOND = 1e9;

    @Override
    public Heading heading() {
        return HEADING;
    }

    @Override
    public Finding measure(BenchEnvironment environment) throws Exception {
        var plain = environment.service(Setting.PLAIN);
        var backlog = environment.service(Setting.BACKLOG);
        var hot = Loads.hot(plain);
        plain.warm("payouts", hot);
        return Rounds.of(environment, this, plain, backlog)
                .note("%,d payouts are pending when the completing node starts; counted from %.0f %% to %.0f %% of"
                                .formatted(environment.settings().backlog(), 100 * FROM, 100 * UNTIL)
                        + " them.")
                .measure(_ -> {
                    var accepted = plain.run("accepted", hot);
                    pile(environment, backlog);
                    return Reading.ratio(complete(environment, backlog), accepted);
                });
    }

    private static void pile(BenchEnvironment environment, ServiceUnderTest service) throws IOException, SQLException {
        var slice = Loads.batches(service).lasting(Duration.ZERO, SLICE);
        while (service.payouts("pending") < environment.settings().backlog()) {
            environment.generator().run(slice, Generator.Watch.NONE);
        }
    }

    private static Rate complete(BenchEnvironment environment, ServiceUnderTest service)
            throws IOException, SQLException {
        try (var tallies = service.tallies()) {
            long before = tallies.payouts("completed");
            long waiting = tallies.payouts("pending");
            try (var worker = service.worker()) {
                var meter = environment.meter(List.of(worker.pid()));
                long first = await(tallies::completed, before + (long) (waiting * FROM));
                long from = System.nanoTime();
                meter.begin();
                long last = await(tallies::completed, before + (long) (waiting * UNTIL));
                double seconds = (System.nanoTime() - from) / NANOS_PER_SECOND;
                meter.end();
                await(tallies::completed, before + waiting);
                return new Rate("completed", last - first, seconds, meter.cost(), Map.of());
            }
        }
    }

    private static long await(LongSupplier count, long wanted) throws IOException {
        long end = System.nanoTime() + DONE_WITHIN.toNanos();
        long now = count.getAsLong();
        while (now < wanted) {
            if (System.nanoTime() > end) {
                throw new IOException("only %,d of %,d payouts completed in time".formatted(now, wanted));
            }
            Pauses.pause(GLANCE);
            now = count.getAsLong();
        }
        return now;
    }
}
