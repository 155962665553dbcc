package dev.sluice.trial.simulate;

import java.util.List;
import java.util.SplittableRandom;

/// Everything that is left to chance, from one seed.
final class Chance {
    private final SplittableRandom random;

    private Chance(long seed) {
        this.random = new SplittableRandom(seed);
    }

    static Chance of(long seed) {
        return new Chance(seed);
    }

    /// The same chance for the same thing, in whatever order things are asked about.
    static Chance of(long seed, String subject, long number) {
        return new Chance(seed ^ (31L * subject.hashCode() + number) * 0x9E3779B97F4A7C15L);
    }

    boolean percent(int percent) {
        return random.nextInt(100) < percent;
    }

    int between(int lowest, int highest) {
        return random.nextInt(lowest, highest + 1);
    }

    <T> T of(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
