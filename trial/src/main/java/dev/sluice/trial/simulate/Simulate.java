package dev.sluice.trial.simulate;

import dev.sluice.trial.stage.Told;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `./sluice simulate`.
@Command(
        name = "simulate",
        description = "Runs the service in a world that fails in every way, and compares what it says with the truth.",
        mixinStandardHelpOptions = true)
public final class Simulate implements Callable<Integer> {
    private static final int FOUND = 1;
    private static final int STEPS_PER_WORD = 1_000;

    @Option(names = "--seed", description = "Replays a simulation; otherwise chance takes one.")
    private @Nullable Long seed;

    @Option(names = "--steps", description = "How many steps to take (${DEFAULT-VALUE}).", defaultValue = "2000")
    private long steps;

    @Option(
            names = "--rest-every",
            description = "How many steps lie between two proofs of everything (${DEFAULT-VALUE}).",
            defaultValue = "500")
    private int restEvery;

    @Option(names = "--verbose", description = "Prints every step.")
    private boolean verbose;

    @Override
    public Integer call() {
        long chosen = Told.seed(seed);
        System.out.printf("seed %d, %,d steps%n", chosen, steps);
        long begun = System.nanoTime();
        var said = new long[] {0, begun};
        try (var simulation = new Simulation(chosen, line -> {
            said[0]++;
            if (verbose) {
                System.out.println(line);
            } else if (said[0] % STEPS_PER_WORD == 0) {
                long now = System.nanoTime();
                long tenths = 10 * STEPS_PER_WORD * Duration.ofSeconds(1).toNanos() / (now - said[1]);
                System.out.printf("  %d.%d steps/s: %s%n", tenths / 10, tenths % 10, line);
                said[1] = now;
            }
        })) {
            var outcome = simulation.run(steps, restEvery);
            System.out.println("faults injected:");
            outcome.faults().forEach((fault, count) -> System.out.printf("  %,9d  %s%n", count, fault));
            System.out.printf("deepest end of a process: at writing request %,d of a step%n", outcome.deepest());
            Told.checked(outcome.checked());
            if (!outcome.isRight()) {
                outcome.last().forEach(line -> System.out.println("  " + line));
                outcome.findings().forEach(finding -> System.out.println("WRONG " + finding));
                return FOUND;
            }
            System.out.printf(
                    "right: %,d steps, %,d requests, %,d processes ended, %,d proofs, trace %s, %d s%n",
                    outcome.steps(),
                    outcome.requests(),
                    outcome.lives() - 1,
                    outcome.rests(),
                    outcome.trace(),
                    Duration.ofNanos(System.nanoTime() - begun).toSeconds());
            return 0;
        } finally {
            // Also after an exception, and with all that makes it this simulation: rests are steps of it.
            System.out.printf(
                    "replay it: ./sluice simulate --seed %d --steps %d --rest-every %d%n", chosen, steps, restEvery);
        }
    }
}
