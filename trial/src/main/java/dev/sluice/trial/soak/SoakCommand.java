package dev.sluice.trial.soak;

import dev.sluice.trial.soak.Pulse.Beat;
import dev.sluice.trial.stage.Node;
import dev.sluice.trial.stage.Told;
import dev.sluice.trial.stage.Volume;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `./sluice soak`.
@Command(
        name = "soak",
        description = "Mixed traffic at half of what the service bears, for an hour; then four times what it bears.",
        mixinStandardHelpOptions = true)
public final class SoakCommand implements Callable<Integer> {
    private static final int FOUND = 1;
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration BURST = Duration.ofSeconds(30);
    private static final double SLOWER_MAX = 2;
    private static final double LARGER_MAX = 1.25;
    private static final double ALIKE = 3;
    private static final Duration RECOVERED_WITHIN = Duration.ofSeconds(10);

    @Option(names = "--minutes", description = "How long, in minutes (${DEFAULT-VALUE}).", defaultValue = "60")
    private int minutes;

    @Option(names = "--seed", description = "What is asked for follows from it; otherwise chance takes one.")
    private @Nullable Long seed;

    @Override
    public Integer call() throws IOException {
        long chosen = Told.seed(seed);
        System.out.printf("seed %d%n%10s %8s %8s %8s %8s%n", chosen, "", "per s", "p50 ms", "p99 ms", "MB");
        try (var volume = Volume.folder();
                var soak = Soak.open(Node.launched(), volume.dir(), chosen)) {
            var counted = new int[1];
            var report = soak.run(minutes, MINUTE, BURST, stretch -> print("minute " + ++counted[0], stretch));
            print("overload", report.overload());
            print("after it", report.after());
            var overload = report.overload();
            System.out.printf(
                    "capacity %,.0f/s; at four times that: %,d answered, %,d refused (429, 503), %,d unheard%n",
                    report.capacity(),
                    overload.count(Beat::isSuccess),
                    overload.count(Beat::isShed),
                    overload.count(beat -> beat.status() == 0));
            System.out.printf(
                    "slow requests, last third by first: %.2f; memory, end by first third: %.2f;"
                            + " itself again %,d s after the overload%n",
                    report.slower(), report.larger(), report.recovered(ALIKE).toSeconds());
            boolean right = Told.isRight(report.findings())
                    && report.slower() <= SLOWER_MAX
                    && report.larger() <= LARGER_MAX
                    && report.recovered(ALIKE).compareTo(RECOVERED_WITHIN) <= 0;
            System.out.println(right ? "right: flat, and nothing was lost" : "WRONG");
            return right ? 0 : FOUND;
        }
    }

    private static void print(String name, Stretch stretch) {
        System.out.printf(
                "%10s %8.0f %8d %8d %8d%n",
                name,
                stretch.rate(),
                stretch.percentile(50).toMillis(),
                stretch.percentile(99).toMillis(),
                stretch.memory() >> 20);
    }
}
