package dev.sluice.trial.stage;

import java.time.Duration;
import java.util.List;

/// How long nothing was heard.
public final class Silence {
    /// In the time in which a node starts so often the service is back on any machine, however much else it
    /// does.
    private static final int STARTS = 4;

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

    /// How long one may be, on this machine as it is at present.
    ///
    /// @param usual how long it may be where nothing else goes on
    /// @param start how long a node took to start
    public static Duration most(Duration usual, Duration start) {
        var starts = start.multipliedBy(STARTS);
        return starts.compareTo(usual) > 0 ? starts : usual;
    }
}
