package dev.sluice.webhook;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// When an attempt that failed is made again.
final class Schedule {
    private static final List<Duration> WAITS = List.of(
            Duration.ofSeconds(5),
            Duration.ofMinutes(5),
            Duration.ofMinutes(30),
            Duration.ofHours(2),
            Duration.ofHours(5),
            Duration.ofHours(10),
            Duration.ofHours(14),
            Duration.ofHours(20),
            Duration.ofHours(24));

    /// Of a wait, this part may come on top: what failed together does not come back together.
    private static final int JITTER_PART = 10;

    /// How many attempts there are in all.
    static final int ATTEMPTS = WAITS.size() + 1;

    private final RandomGenerator random;

    Schedule(RandomGenerator random) {
        this.random = random;
    }

    /// How long to wait after so many attempts failed, or nothing where that was the last one. An endpoint that
    /// names a longer time gets it.
    Optional<Duration> after(int failures, Optional<Duration> asked) {
        if (failures > WAITS.size()) {
            return Optional.empty();
        }
        var wait = WAITS.get(failures - 1);
        var jittered = wait.plusMillis(random.nextLong(wait.toMillis() / JITTER_PART));
        return Optional.of(asked.filter(each -> each.compareTo(jittered) > 0).orElse(jittered));
    }
}
