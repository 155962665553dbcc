package dev.sluice.resilience.failover;

import dev.sluice.resilience.failover.FailoverDrill.DrillPlan;
import dev.sluice.resilience.failover.Pair.Standby;
import dev.sluice.resilience.proof.Findings.Finding;
import dev.sluice.resilience.proof.Invariant;
import dev.sluice.resilience.stage.CommandOutput;
import dev.sluice.resilience.stage.Node;
import dev.sluice.resilience.stage.Volume;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `./sluice failover-test`.
@Command(
        name = "failover-test",
        description = "Kills a primary PostgreSQL under load and promotes its standby; then restores a lost one from"
                + " its backup.",
        mixinStandardHelpOptions = true)
public final class FailoverTest implements Callable<Integer> {
    private static final int FOUND = 1;
    private static final int NOT_TRIED = 2;
    /// Time in which a standby receives nothing before its primary dies.
    private static final Duration PARTED = Duration.ofSeconds(1);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--seconds",
            description = "Seconds of load before and after each fault (${DEFAULT-VALUE}).",
            defaultValue = "10")
    private int seconds;

    @Option(names = "--seed", description = "Seed of the generated requests; default: random.")
    private @Nullable Long seed;

    @Option(
            names = "--asynchronous",
            description = "Commits do not wait for the standby; checks that the resulting losses are detected.")
    private boolean asynchronous;

    private final Map<Invariant, Long> checked = new EnumMap<>(Invariant.class);

    @Override
    public Integer call() throws IOException, SQLException {
        if (seconds < 1) {
            throw new ParameterException(spec.commandLine(), "--seconds: at least 1");
        }
        var programs = Programs.ofPostgres();
        if (programs.isEmpty()) {
            System.out.println("PostgreSQL's programs are missing: apt-get install postgresql");
            return NOT_TRIED;
        }
        long chosen = CommandOutput.seed(seed);
        System.out.printf("seed %d, PostgreSQL in %s%n", chosen, programs.get());
        var shell = Shell.in(programs.get());
        if (asynchronous) {
            return control(shell, chosen);
        }
        boolean right = isRight(failover("failover", shell, chosen, DrillPlan.sudden(loaded())))
                && isRight(failover(
                        "failover, parted first", shell, chosen, new DrillPlan(Standby.SYNCHRONOUS, loaded(), PARTED)))
                && restore(shell, chosen);
        CommandOutput.checked(checked);
        System.out.println(right ? "PASSED: no acknowledged request was lost" : "FAILED");
        return right ? 0 : FOUND;
    }

    private Duration loaded() {
        return Duration.ofSeconds(seconds);
    }

    /// Negative control with an asynchronous standby: data has to be lost, and the checks have to find it.
    private int control(Shell shell, long chosen) throws IOException, SQLException {
        var report = failover("asynchronous", shell, chosen, new DrillPlan(Standby.ASYNCHRONOUS, loaded(), PARTED));
        CommandOutput.isRight(report.findings());
        CommandOutput.checked(checked);
        boolean seen = report.isTried() && report.isSeenToLose();
        System.out.println(
                seen ? "PASSED: the losses of such a standby are detected" : "FAILED: a loss was not detected");
        return seen ? 0 : FOUND;
    }

    static boolean isRight(FailoverDrill.Report report) {
        boolean right = isRight(report.isTried(), report.findings());
        if (!report.isSoonBack()) {
            System.out.printf("  FAILED: an outage of more than %s%n", CommandOutput.seconds(report.outageMax()));
        }
        return right && report.isSoonBack();
    }

    static boolean isRight(RestoreDrill.Report report) {
        return isRight(report.isTried(), report.findings());
    }

    /// Without any activity, the test proves nothing.
    private static boolean isRight(boolean tried, List<Finding> findings) {
        boolean right = CommandOutput.isRight(findings);
        if (!tried) {
            System.out.println("  FAILED: no fault was tested");
        }
        return right && tried;
    }

    private FailoverDrill.Report failover(String name, Shell shell, long chosen, DrillPlan plan)
            throws IOException, SQLException {
        try (var volume = Volume.folder()) {
            var report = FailoverDrill.run(shell, Node.launched(), volume.dir(), chosen, plan);
            System.out.printf(
                    "%s: %,d requests answered, %,d without response, outage %s, all done after %s%n",
                    name,
                    report.answered(),
                    report.unheard(),
                    CommandOutput.seconds(report.outage()),
                    CommandOutput.seconds(report.rest()));
            add(report.checked());
            return report;
        }
    }

    private void add(Map<Invariant, Long> counts) {
        counts.forEach((invariant, count) -> checked.merge(invariant, count, Long::sum));
    }

    private boolean restore(Shell shell, long chosen) throws IOException, SQLException {
        try (var volume = Volume.folder()) {
            var report = RestoreDrill.run(shell, Node.launched(), volume.dir(), chosen, loaded());
            System.out.printf(
                    "restore: %,d answered requests kept, %,d after the recovery target undone with %,d delivered"
                            + " events, service ready after %s, %,d payouts waited for stopped rails%n",
                    report.answeredBefore(),
                    report.undone(),
                    report.forgotten(),
                    CommandOutput.seconds(report.restored()),
                    report.waited());
            add(report.checked());
            return isRight(report);
        }
    }
}
