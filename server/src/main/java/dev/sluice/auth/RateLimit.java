package dev.sluice.auth;

/// How many requests an API client may make: so many per second that last, and so many at once.
public record RateLimit(int perSecond, int burst) {
    public RateLimit {
        if (perSecond < 1 || burst < 1) {
            throw new IllegalArgumentException("a rate limit is at least 1/1");
        }
    }
}
