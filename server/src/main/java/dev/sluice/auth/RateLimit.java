package dev.sluice.auth;

import dev.sluice.merchant.RequestRate;
import java.time.Duration;

/// How many requests may be made: so many in a window of time that last, and so many at once.
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

    /// How long a bucket takes to fill up, and a little more.
    Duration fillTime() {
        return Duration.ofSeconds(Math.ceilDiv(burst * window.toSeconds(), requests) + 1L);
    }
}
