package dev.sluice.trial.stage;

import java.time.Duration;
import java.util.List;

/// How long nothing was heard.
final class Silence {
    private Silence() {}

    /// The longest time from one moment on without a success: also that before the first one, and that after the last
    /// one until another moment, which nothing has ended.
    ///
    /// @param successes when they were, in nanoseconds, as the two moments
    static Duration longest(long since, List<Long> successes, long until) {
        long longest = 0;
        long last = since;
        for (long success :
                successes.stream().filter(time -> time > since).sorted().toList()) {
            longest = Math.max(longest, success - last);
            last = success;
        }
        return Duration.ofNanos(Math.max(longest, until - last));
    }
}
