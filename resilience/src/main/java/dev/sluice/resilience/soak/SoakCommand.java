package dev.sluice.resilience.soak;

import dev.sluice.resilience.soak.Soak.Times;
import dev.sluice.resilience.stage.CommandOutput;
import dev.sluice.resilience.stage.Node;
import dev.sluice.resilience.stage.Volume;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `./sluice soak`.
@Command(
        name = "soak",
        description = "Runs mixed load at half of the service's capacity for an hour, then at four times its capacity.",
        mixinStandardHelpOptions = true)
public final class SoakCommand implements Callable<Integer> {
    private static final int FOUND = 1;
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration BURST = Duration.ofSeconds(30);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--minutes", description = "Duration in minutes (${DEFAULT-VALUE}).", defaultValue = "60")
    private int minutes;

    @Option(names = "--seed", description = "Seed of the generated requests; default: random.")
    private @Nullable Long seed;

    @Override
    public Integer call() throws IOException {
        if (minutes < 1) {
            throw new ParameterException(spec.commandLine(), "--minutes: at least 1");
        }
        long chosen = CommandOutput.seed(seed);
        System.out.printf(
                "seed %d%n%16s %8s %8s %8s %8s %8s %8s %8s %8s %8s %8s %8s%n",
                chosen, "", "sent/s", "done/s", "refused", "wrong", "unsent", "p50 ms", "p99 ms", "backlog", "disk ms",
                "MB", "live MB");
        try (var volume = Volume.folder();
                var site = Site.open(Node.launched(), volume.dir(), chosen)) {
            var report = new Soak(site, SoakCommand::print)
                    .run(new Times(MINUTE, MINUTE, minutes, MINUTE, BURST, Soak.MANIFOLD));
            System.out.print(summary(report));
            System.out.printf("%,d bytes on disk for each request that writes%n", site.bytesPerRequest());
            CommandOutput.checked(site.findings().checked());
            var wrong = SoakLimits.on(report);
            wrong.forEach(each -> System.out.println("  FAILED " + each));
            System.out.println(wrong.isEmpty() ? "PASSED: stable, and nothing was lost" : "FAILED");
            return wrong.isEmpty() ? 0 : FOUND;
        }
    }

    /// Returns the summary for the operator.
    static String summary(Report report) {
        var overload = report.overload();
        return """
                capacity %,.0f/s, sustained for a minute with all background work; at four times that: %,d done, %,d
                refused \
                (429, 503), %,d not sent
                slow requests, last third by first: %.2f (%.2f at most); memory, end by first third: %.2f (%.2f); \
                live on the heap: %.2f (%.2f)
                after the overload: requests succeed %s (%d s at most), as fast as before %s (%d s at most)
                at rest %s after the last answer
                """.formatted(
                        report.peak(),
                        overload.count(Sample::isSuccess),
                        overload.count(Sample::isShed),
                        overload.unsent(),
                        report.slower(),
                        SoakLimits.SLOWER_MAX,
                        report.larger(),
                        SoakLimits.LARGER_MAX,
                        report.fuller(),
                        SoakLimits.FULLER_MAX,
                        after(report.succeeding()),
                        SoakLimits.SUCCEEDING_WITHIN.toSeconds(),
                        after(report.fast(SoakLimits.ALIKE)),
                        SoakLimits.FAST_WITHIN.toSeconds(),
                        CommandOutput.seconds(report.rest()));
    }

    private static String after(Optional<Duration> time) {
        return time.map(seen -> seen.isZero() ? "at once" : "after " + seen.toSeconds() + " s")
                .orElse("NOT AGAIN");
    }

    private static void print(String name, Stretch stretch) {
        System.out.printf(
                "%16s %8.0f %8.0f %8d %8d %8d %8d %8d %8d %8d %8d %8s%n",
                name,
                stretch.offered(),
                stretch.rate(),
                stretch.count(Sample::isShed),
                stretch.wrong(),
                stretch.unsent(),
                stretch.percentile(50).toMillis(),
                stretch.percentile(99).toMillis(),
                stretch.backlog(),
                stretch.disk().toMillis(),
                stretch.memory().resident() >> 20,
                stretch.memory().live() == 0 ? "" : stretch.memory().live() >> 20);
    }
}
