package dev.sluice.client;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// Number and timing of retries. Only safe requests are repeated: every write carries one idempotency key through all
/// its attempts.
///
/// @param attemptsMax maximum number of attempts, including the first
/// @param pauseMin the pause before the second attempt; it doubles from there
/// @param pauseMax the longest pause of that kind
/// @param retryAfterMax longest accepted `Retry-After`; a longer one is passed to the caller
public record RetryPolicy(int attemptsMax, Duration pauseMin, Duration pauseMax, Duration retryAfterMax) {
    private static final int ATTEMPTS_MAX = 4;
    private static final Duration PAUSE_MIN = Duration.ofMillis(250);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(8);
    private static final Duration RETRY_AFTER_MAX = Duration.ofSeconds(30);

    public RetryPolicy {
        if (attemptsMax < 1) {
            throw new IllegalArgumentException("a request is sent at least once, not " + attemptsMax + " times");
        }
        if (pauseMin.isNegative() || pauseMax.compareTo(pauseMin) < 0 || retryAfterMax.isNegative()) {
            throw new IllegalArgumentException("pauses are not negative, and the longest is no shorter than the first");
        }
    }

    /// Four attempts within some seconds.
    public static RetryPolicy standard() {
        return new RetryPolicy(ATTEMPTS_MAX, PAUSE_MIN, PAUSE_MAX, RETRY_AFTER_MAX);
    }

    /// Returns a policy with a single attempt.
    public static RetryPolicy none() {
        return new RetryPolicy(1, Duration.ZERO, Duration.ZERO, Duration.ZERO);
    }

    public RetryPolicy withAttemptsMax(int attemptsMax) {
        return new RetryPolicy(attemptsMax, pauseMin, pauseMax, retryAfterMax);
    }

    /// Returns a random time between half of the pause and the whole (jitter), so that clients that failed
    /// together do not come back together.
    Duration pauseAfter(int attempt, RandomGenerator random) {
        long whole = pauseMin.toNanos();
        for (int doubled = 1; doubled < attempt && whole < pauseMax.toNanos(); doubled++) {
            whole *= 2;
        }
        long most = Math.min(whole, pauseMax.toNanos());
        return Duration.ofNanos(most - random.nextLong(most / 2 + 1));
    }

    /// Returns the time that the service asked for, and a little more.
    Duration pauseAsAsked(Duration retryAfter, RandomGenerator random) {
        return retryAfter.plusNanos(random.nextLong(pauseMin.toNanos() + 1));
    }
}
