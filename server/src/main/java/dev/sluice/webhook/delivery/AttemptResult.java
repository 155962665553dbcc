package dev.sluice.webhook.delivery;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Result of an attempt.
///
/// @param statusCode status code of the response, if there was one
/// @param error reason of a failure
/// @param retryAfter time to wait that the endpoint asked for (`Retry-After`)
public record AttemptResult(
        @Nullable Integer statusCode,
        Duration latency,
        @Nullable String error,
        @Nullable String excerpt,
        Optional<Duration> retryAfter) {
    private static final int GONE = 410;

    /// The attempt could not even be made.
    static AttemptResult broken(String reason) {
        return new AttemptResult(null, Duration.ZERO, "could not be sent: " + reason, null, Optional.empty());
    }

    public boolean isSuccess() {
        return error == null;
    }

    /// Reports whether the endpoint is gone and wants no more messages.
    boolean isGone() {
        return statusCode != null && statusCode == GONE;
    }
}
