package dev.sluice.trial.failover;

import dev.sluice.trial.stage.Node;
import dev.sluice.trial.stage.Told;
import dev.sluice.trial.stage.Volume;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `./sluice failover-test`.
@Command(
        name = "failover-test",
        description = "Kills a primary PostgreSQL under load and promotes its standby; loses one and restores it.",
        mixinStandardHelpOptions = true)
public final class FailoverTest implements Callable<Integer> {
    private static final int FOUND = 1;
    private static final int NOT_TRIED = 2;

    @Option(
            names = "--seconds",
            description = "How long the service works before each thing that happens, and after (${DEFAULT-VALUE}).",
            defaultValue = "10")
    private int seconds;

    @Option(names = "--seed", description = "What is asked for follows from it; otherwise chance takes one.")
    private @Nullable Long seed;

    @Override
    public Integer call() throws IOException, SQLException {
        var programs = Programs.ofPostgres();
        if (programs.isEmpty()) {
            System.out.println("needs PostgreSQL's own programs: apt-get install postgresql");
            return NOT_TRIED;
        }
        long chosen = Told.seed(seed);
        System.out.printf("seed %d, PostgreSQL in %s%n", chosen, programs.get());
        var shell = Shell.in(programs.get());
        boolean right = failover(shell, chosen) && restore(shell, chosen);
        System.out.println(right ? "right: nothing that was acknowledged is lost" : "WRONG");
        return right ? 0 : FOUND;
    }

    private boolean failover(Shell shell, long chosen) throws IOException, SQLException {
        try (var volume = Volume.folder()) {
            var report = FailoverDrill.run(shell, Node.launched(), volume.dir(), chosen, Duration.ofSeconds(seconds));
            System.out.printf(
                    "failover: %,d requests answered, %,d times in vain, outage %s, at rest after %s%n",
                    report.answered(), report.unheard(), Told.seconds(report.outage()), Told.seconds(report.rest()));
            return Told.isRight(report.findings());
        }
    }

    private boolean restore(Shell shell, long chosen) throws IOException, SQLException {
        try (var volume = Volume.folder()) {
            var report = RestoreDrill.run(shell, Node.launched(), volume.dir(), chosen, Duration.ofSeconds(seconds));
            System.out.printf(
                    "restore: %,d answered requests kept, %,d after the moment undone with %,d events that had"
                            + " arrived, service ready after %s%n",
                    report.kept(), report.undone(), report.forgotten(), Told.seconds(report.restored()));
            return Told.isRight(report.findings());
        }
    }
}
