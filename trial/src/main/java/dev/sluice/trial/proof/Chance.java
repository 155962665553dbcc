package dev.sluice.trial.proof;

import java.util.List;
import java.util.SplittableRandom;

/// Everything that is left to chance, from one seed.
public final class Chance {
    private static final int DEEPER_PERCENT = 30;
    /// Where doubling stops: deeper than anything goes.
    private static final int DEEPEST = 65_536;

    private final SplittableRandom random;

    private Chance(long seed) {
        this.random = new SplittableRandom(seed);
    }

    public static Chance of(long seed) {
        return new Chance(seed);
    }

    /// The same chance for the same thing, in whatever order things are asked about.
    public static Chance of(long seed, String subject, long number) {
        return new Chance(seed ^ (31L * subject.hashCode() + number) * 0x9E3779B97F4A7C15L);
    }

    public boolean percent(int percent) {
        return random.nextInt(100) < percent;
    }

    public int between(int lowest, int highest) {
        return random.nextInt(lowest, highest + 1);
    }

    /// A number from one on: mostly no more than the usual, now and then far more. Its reach is doubled as often as
    /// chance has it, so that deep ones are rare, and not as rare as where each number is a throw to go on.
    public int deep(int usual) {
        int reach = usual;
        while (reach < DEEPEST && percent(DEEPER_PERCENT)) {
            reach *= 2;
        }
        return between(1, reach);
    }

    public <T> T of(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
