package dev.sluice.client;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// How often and how patiently a request is sent again. Only what is safe is repeated: every write carries one
/// idempotency key through all its attempts.
///
/// @param attemptsMax how often a request is sent at most, the first time included
/// @param pauseMin the pause before the second attempt; it doubles from there
/// @param pauseMax the longest pause of that kind
/// @param retryAfterMax the longest `Retry-After` that is waited for; a longer one is handed to the caller
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

    /// One attempt.
    public static RetryPolicy none() {
        return new RetryPolicy(1, Duration.ZERO, Duration.ZERO, Duration.ZERO);
    }

    public RetryPolicy withAttemptsMax(int attemptsMax) {
        return new RetryPolicy(attemptsMax, pauseMin, pauseMax, retryAfterMax);
    }

    /// Between half of the pause and all of it, so that clients that failed together do not come back together.
    Duration pauseAfter(int attempt, RandomGenerator random) {
        long whole = pauseMin.toNanos();
        for (int doubled = 1; doubled < attempt && whole < pauseMax.toNanos(); doubled++) {
            whole *= 2;
        }
        long most = Math.min(whole, pauseMax.toNanos());
        return Duration.ofNanos(most - random.nextLong(most / 2 + 1));
    }

    /// What the service asked for, and a little more.
    Duration pauseAsAsked(Duration retryAfter, RandomGenerator random) {
        return retryAfter.plusNanos(random.nextLong(pauseMin.toNanos() + 1));
    }
}
