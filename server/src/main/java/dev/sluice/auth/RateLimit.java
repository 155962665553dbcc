package dev.sluice.auth;

import dev.sluice.merchant.RequestRate;
import java.time.Duration;

/// Rate limit: requests per window on average, and a burst.
public record RateLimit(int requests, Duration window, int burst) {
    public RateLimit {
        if (requests < 1 || burst < 1 || window.toSeconds() < 1) {
            throw new IllegalArgumentException("a rate limit is at least 1/1");
        }
    }

    public RateLimit(int perSecond, int burst) {
        this(perSecond, Duration.ofSeconds(1), burst);
    }

    static RateLimit of(RequestRate rate) {
        return new RateLimit(rate.requests(), Duration.ofSeconds(rate.per().seconds()), rate.burst());
    }

    /// Returns the time in which an empty bucket fills up, and a little more.
    Duration fillTime() {
        return Duration.ofSeconds(Math.ceilDiv(burst * window.toSeconds(), requests) + 1L);
    }
}
