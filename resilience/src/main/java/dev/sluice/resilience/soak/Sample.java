package dev.sluice.resilience.soak;

import java.time.Duration;

/// Outcome of a request.
///
/// @param status HTTP status; 0 if there was no answer, or an unreadable one
/// @param saysWhen true if the answer has a Retry-After
/// @param due scheduled time after the first request
/// @param took time from the scheduled time to the answer, so that a late generator does not shorten it
record Sample(int status, boolean saysWhen, Duration due, Duration took) {
    private static final int TOO_MANY = 429;
    private static final int UNAVAILABLE = 503;

    boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    /// Returns true if the service shed the request.
    boolean isShed() {
        return status == TOO_MANY || status == UNAVAILABLE;
    }

    /// Returns true for an answer, or a missing one, that violates the contract under any circumstances.
    boolean isWrong() {
        return !isSuccess() && !isShed();
    }

    /// Returns the outcome as an unreadable answer.
    Sample unreadable() {
        return new Sample(0, false, due, took);
    }
}
