package dev.sluice.resilience.stage;

import java.time.Duration;
import java.util.List;

/// Time without a success.
public final class Silence {
    /// Multiple of a node's start time within which the service recovers on any machine, however busy.
    private static final int STARTS = 4;

    private Silence() {}

    /// Returns the longest time without a success between two moments, including the times before the first
    /// success and after the last.
    ///
    /// @param successes times of the successes, in nanoseconds like the moments
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

    /// Returns the limit for this machine in its current state.
    ///
    /// @param usual limit on an idle machine
    /// @param start start time of a node
    public static Duration most(Duration usual, Duration start) {
        var starts = start.multipliedBy(STARTS);
        return starts.compareTo(usual) > 0 ? starts : usual;
    }
}
