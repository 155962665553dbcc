package dev.sluice.merchant;

import java.util.Optional;
import java.util.stream.Stream;

/// Rate limit of an organization's programs together, in place of the default: a sustained number per second or
/// minute, and a burst.
public record RequestRate(int requests, Per per, int burst) {
    public static final int REQUESTS_MAX = 100_000;

    public RequestRate {
        if (!isAllowed(requests) || !isAllowed(burst)) {
            throw new IllegalArgumentException("a request rate is 1 to " + REQUESTS_MAX);
        }
    }

    public static boolean isAllowed(int requests) {
        return requests >= 1 && requests <= REQUESTS_MAX;
    }

    /// The time that a rate is by.
    public enum Per {
        SECOND(1),
        MINUTE(60);

        private final int seconds;

        Per(int seconds) {
            this.seconds = seconds;
        }

        public int seconds() {
            return seconds;
        }

        public static Optional<Per> named(String name) {
            return Stream.of(values()).filter(each -> each.name().equals(name)).findFirst();
        }

        static Per of(int seconds) {
            return Stream.of(values())
                    .filter(each -> each.seconds == seconds)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("a rate by " + seconds + " seconds"));
        }
    }

    /// Returns the text for logs.
    @Override
    public String toString() {
        return requests + " per " + per + ", " + burst + " at once";
    }
}
