package dev.sluice.trial.soak;

import java.time.Duration;

/// A request that was answered, or not.
///
/// @param status 0 where no answer came, or none that can be read
/// @param saysWhen whether the answer says after what time to try again
/// @param due how long after the first one it was to be sent
/// @param took from when it was due until the answer was there: a generator that is late makes it no shorter
record Beat(int status, boolean saysWhen, Duration due, Duration took) {
    private static final int TOO_MANY = 429;
    private static final int UNAVAILABLE = 503;

    boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    /// Whether the service has said that it cannot now.
    boolean isShed() {
        return status == TOO_MANY || status == UNAVAILABLE;
    }

    /// Whether this is an answer, or a silence, that the service must not give whatever happens to it.
    boolean isWrong() {
        return !isSuccess() && !isShed();
    }

    /// The same, where what came cannot be read.
    Beat unreadable() {
        return new Beat(0, false, due, took);
    }
}
