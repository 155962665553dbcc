package dev.sluice.trial.simulate;

import java.time.Duration;
import java.util.function.Consumer;

/// What is said of a simulation while it runs: how fast it is, now and then, or every step.
final class Progress implements Consumer<String> {
    private static final int STEPS_PER_WORD = 1_000;

    private final long seed;
    private final boolean verbose;
    private long lines;
    private long saidAt = System.nanoTime();

    Progress(long seed, boolean verbose) {
        this.seed = seed;
        this.verbose = verbose;
    }

    @Override
    public void accept(String line) {
        lines++;
        if (verbose) {
            System.out.println(line);
        } else if (lines % STEPS_PER_WORD == 0) {
            long now = System.nanoTime();
            long tenths = 10 * STEPS_PER_WORD * Duration.ofSeconds(1).toNanos() / (now - saidAt);
            System.out.printf("  seed %d, %d.%d steps/s: %s%n", seed, tenths / 10, tenths % 10, line);
            saidAt = now;
        }
    }
}
