package dev.sluice.webhook;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What came of an attempt.
///
/// @param statusCode what was answered, where something was
/// @param error why it is no success
/// @param retryAfter how long the endpoint wants to be left alone
record Reply(
        @Nullable Integer statusCode,
        Duration latency,
        @Nullable String error,
        @Nullable String excerpt,
        Optional<Duration> retryAfter) {
    private static final int GONE = 410;

    /// The attempt could not even be made.
    static Reply broken(String why) {
        return new Reply(null, Duration.ZERO, "could not be sent: " + why, null, Optional.empty());
    }

    boolean isSuccess() {
        return error == null;
    }

    /// Whether the endpoint wants to be told nothing any more.
    boolean isGone() {
        return statusCode != null && statusCode == GONE;
    }
}
