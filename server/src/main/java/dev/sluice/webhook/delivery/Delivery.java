package dev.sluice.webhook.delivery;

import dev.sluice.webhook.endpoint.EndpointRef;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Delivery of one event to one endpoint.
///
/// @param position the event's position in the feed; null for a test
/// @param attempt number of attempts begun
/// @param firstAttempt number of the attempt before the current series: a request to repeat begins a new one
/// @param last result of the last attempt, if it has ended
/// @param nextAt time of the next attempt
/// @param endedAt time of the arrival, or at which it was given up
public record Delivery(
        EndpointRef endpoint,
        UUID id,
        @Nullable Long position,
        UUID eventId,
        UUID resourceId,
        String type,
        Status status,
        int attempt,
        int firstAttempt,
        @Nullable Result last,
        @Nullable Instant nextAt,
        Instant createdAt,
        @Nullable Instant endedAt) {

    public enum Status {
        PENDING,
        DELIVERED,
        FAILED
    }

    /// Stored result of an attempt.
    public record Result(
            int attempt,
            Instant at,
            @Nullable Integer statusCode,
            int latencyMillis,
            @Nullable String error,
            @Nullable String excerpt) {}

    /// Returns the number of attempts begun in the current series.
    int attemptOfSeries() {
        return attempt - firstAttempt;
    }
}
