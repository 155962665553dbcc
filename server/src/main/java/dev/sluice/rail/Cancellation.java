package dev.sluice.rail;

/// A rail's answer to a cancellation.
public enum Cancellation {
    /// Stopped; the money did not move.
    CANCELLED,
    /// Too late.
    REFUSED,
    /// The rail has never seen the payout.
    NOT_SEEN,
    /// No answer; the payout's outcome will show it.
    UNKNOWN;

    /// Returns a definite answer.
    public static Cancellation of(boolean stopped) {
        return stopped ? CANCELLED : REFUSED;
    }
}
