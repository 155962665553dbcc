package dev.sluice.resilience.simulate;

import java.time.Duration;

/// Progress output of a simulation: at each rest its speed and trace, or every step.
final class Progress implements Simulation.Audience {
    private final long seed;
    private final boolean verbose;
    private long saidAt = System.nanoTime();
    private long stepsBefore;

    Progress(long seed, boolean verbose) {
        this.seed = seed;
        this.verbose = verbose;
    }

    @Override
    public void step(String line) {
        if (verbose) {
            System.out.println(line);
        }
    }

    @Override
    public void rest(long steps, String trace) {
        long now = System.nanoTime();
        long tenths = 10 * (steps - stepsBefore) * Duration.ofSeconds(1).toNanos() / (now - saidAt);
        System.out.printf(
                "  seed %d, step %d: trace %s, %d.%d steps/s%n", seed, steps, trace, tenths / 10, tenths % 10);
        saidAt = now;
        stepsBefore = steps;
    }
}
