package dev.sluice.resilience.proof;

import java.util.List;
import java.util.SplittableRandom;

/// Source of all random choices, from one seed.
public final class Chance {
    private static final int DEEPER_PERCENT = 30;
    /// Upper limit of doubling.
    private static final int DEEPEST = 65_536;

    private final SplittableRandom random;

    private Chance(long seed) {
        this.random = new SplittableRandom(seed);
    }

    public static Chance of(long seed) {
        return new Chance(seed);
    }

    /// Returns the same random source for the same subject, independent of the order of requests.
    public static Chance of(long seed, String subject, long number) {
        return new Chance(seed ^ (31L * subject.hashCode() + number) * 0x9E3779B97F4A7C15L);
    }

    public boolean percent(int percent) {
        return random.nextInt(100) < percent;
    }

    public int between(int lowest, int highest) {
        return random.nextInt(lowest, highest + 1);
    }

    /// Returns a number from one on: mostly at most the usual, sometimes far more. A random number of doublings
    /// sets its range, so that deep values are rare, but less rare than with a geometric distribution.
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
