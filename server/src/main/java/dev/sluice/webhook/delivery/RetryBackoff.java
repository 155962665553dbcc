package dev.sluice.webhook.delivery;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Back-off of failed attempts.
public final class RetryBackoff {
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

    /// Jitter adds at most this fraction (one tenth) of a wait, so that attempts that failed together are not
    /// retried together.
    private static final int JITTER_PART = 10;

    /// Total number of attempts.
    static final int ATTEMPTS = WAITS.size() + 1;

    private final RandomGenerator random;

    public RetryBackoff(RandomGenerator random) {
        this.random = random;
    }

    /// Returns the wait after a number of failed attempts; empty after the last one. A longer time that the
    /// endpoint asked for takes precedence.
    Optional<Duration> delayAfter(int failures, Optional<Duration> retryAfter) {
        if (failures > WAITS.size()) {
            return Optional.empty();
        }
        var wait = WAITS.get(failures - 1);
        var jittered = wait.plusMillis(random.nextLong(wait.toMillis() / JITTER_PART));
        return Optional.of(
                retryAfter.filter(each -> each.compareTo(jittered) > 0).orElse(jittered));
    }
}
