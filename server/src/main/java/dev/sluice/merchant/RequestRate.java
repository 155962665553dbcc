package dev.sluice.merchant;

import java.util.Optional;
import java.util.stream.Stream;

/// How many requests the programs of an organization may make together, in place of what everybody may: so many per
/// second or minute that last, and so many at once.
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

    /// As logs tell it.
    @Override
    public String toString() {
        return requests + " per " + per + ", " + burst + " at once";
    }
}
