package dev.sluice.bench.figure;

import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Goal;
import dev.sluice.bench.stage.BenchEnvironment;
import dev.sluice.bench.stage.Jvm;
import dev.sluice.bench.stage.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// Figure 4: transfers through the service's lane and ledger without HTTP, relative to the baseline. The measuring
/// process verifies its own books against the acknowledged transfers.
final class LaneTransfers implements Figure {
    private static final Heading HEADING =
            new Heading("4", "ledger transfers/s, no HTTP ÷ pgbench tps", Goal.atLeast(2.0, 4.0));

    private static final String PROGRAM = "dev.sluice.bench.micro.LaneDrive";
    private static final String DATABASE = "sluice_bench_lane";
    /// Batch size of the lane's transactions.
    private static final int PAYERS = 200;

    private static final int ORGANIZATIONS = 1;
    private static final int WARMUPS_PER_MEASURED = 2;
    private static final String QUIET = "-Dsluice.log.level=WARN";
    private static final JsonMapper JSON = new JsonMapper();

    @Override
    public Heading heading() {
        return HEADING;
    }

    @Override
    public Finding measure(BenchEnvironment environment) throws Exception {
        environment.baseline();
        try {
            return Rounds.of(environment, this)
                    .note("%d payers of one organization, each waiting for its transfer; a new process each"
                                    .formatted(PAYERS)
                            + " round, which warms up first, and verifies its ledger before it reports its count.")
                    .measure(_ -> {
                        var baseline =
                                environment.baseline(environment.settings().measured());
                        return Reading.ratio(drive(environment), baseline);
                    });
        } finally {
            environment.cluster().drop(DATABASE);
        }
    }

    private static Rate drive(BenchEnvironment environment) throws Exception {
        var cluster = environment.cluster();
        cluster.create(DATABASE);
        long seconds = environment.settings().measured().toSeconds();
        var options = new ArrayList<>(Jvm.AS_THE_SERVICE);
        options.add(QUIET);
        var meter = environment.meter(List.of());
        var line = environment
                .generator()
                .line(
                        Jvm.command(
                                options,
                                PROGRAM,
                                cluster.jdbcUrl(DATABASE),
                                cluster.user(),
                                cluster.password(),
                                Integer.toString(PAYERS),
                                Integer.toString(ORGANIZATIONS),
                                Long.toString(Math.max(1, seconds / WARMUPS_PER_MEASURED)),
                                Long.toString(seconds)),
                        meter);
        var answer = JSON.readTree(line);
        double measured = answer.path("seconds").doubleValue();
        return new Rate(
                "transfers",
                answer.path("items").doubleValue(),
                measured,
                meter.cost().withService(answer.path("cpuSeconds").doubleValue()),
                Map.of());
    }
}
