package dev.sluice.bench.figure;

import dev.sluice.bench.load.Plan;
import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Goal;
import dev.sluice.bench.stage.BenchEnvironment;
import dev.sluice.bench.stage.Jvm;
import dev.sluice.bench.stage.Meter;
import dev.sluice.bench.stage.Rate;
import dev.sluice.bench.stage.Setting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Figure 10: reads of single payouts, relative to a bare route of the same HTTP server that checks the same
/// signature and returns constant bytes. The figure is the lesser of two ratios: requests per second, and requests
/// per second of the service's own CPU time.
final class BareRoute implements Figure {
    private static final Heading HEADING =
            new Heading("10", "GET detail ÷ bare route", Goal.atLeast(0.4, 0.7), Setting.PLAIN);

    private static final String PROGRAM = "dev.sluice.bench.micro.Bare";
    private static final String QUIET = "-Dsluice.log.level=WARN";
    private static final int TARGETS = 1_000;
    private static final int CONNECTIONS = 32;

    @Override
    public Heading heading() {
        return HEADING;
    }

    @Override
    public Finding measure(BenchEnvironment environment) throws Exception {
        var tested = environment.service(Setting.PLAIN);
        if (tested.payouts() == 0) {
            tested.warm("payouts", Loads.hot(tested));
        }
        var service = tested.reading(CONNECTIONS, tested.sights(TARGETS).details());
        var process = start(environment, tested.hot());
        try {
            var bare = service.at(port(process));
            tested.warm("details", service);
            environment.warm("the bare route", bare);
            return Rounds.of(environment, this, tested)
                    .note("The smaller of requests/s and requests per second of the service's CPU time (\"per CPU\").")
                    .measure(_ -> {
                        var meter = environment.meter(List.of(process.pid()));
                        var theirs = rate("bare", environment, bare, meter);
                        return reading(tested.run("detail", service), theirs);
                    });
        } finally {
            process.destroy();
        }
    }

    /// Excludes PostgreSQL's time: the figure measures the cost of the service over a bare route.
    private static Reading reading(Rate ours, Rate theirs) {
        double byClock = ours.perSecond() / theirs.perSecond();
        double byCpu = perServiceCpuSecond(ours) / perServiceCpuSecond(theirs);
        var numbers = ours.numbers();
        numbers.putAll(theirs.numbers());
        numbers.put("byClock", byClock);
        return new Reading(Math.min(byClock, byCpu), byCpu, numbers);
    }

    private static double perServiceCpuSecond(Rate rate) {
        return rate.perSecond() * rate.cost().seconds() / rate.cost().serviceCpuSeconds();
    }

    private static Rate rate(String name, BenchEnvironment environment, Plan plan, Meter meter) throws IOException {
        var result = environment.generator().run(plan, meter);
        return new Rate(
                name,
                result.requests(),
                result.seconds(),
                meter.cost(),
                Map.of(
                        "P50Micros",
                        result.latency().p50(),
                        "GeneratorCpuShare",
                        result.cpuSeconds() / result.seconds()));
    }

    private static Process start(BenchEnvironment environment, Plan.Merchant merchant) throws IOException {
        var options = new ArrayList<>(Jvm.AS_THE_SERVICE);
        options.add(QUIET);
        return environment
                .children()
                .start(Jvm.command(options, PROGRAM, merchant.clientId(), merchant.secret())
                        .redirectError(ProcessBuilder.Redirect.INHERIT));
    }

    private static int port(Process process) throws IOException {
        var line = process.inputReader(StandardCharsets.UTF_8).readLine();
        if (line == null) {
            throw new IOException("the bare HTTP route did not start");
        }
        return Integer.parseInt(line.strip());
    }
}
