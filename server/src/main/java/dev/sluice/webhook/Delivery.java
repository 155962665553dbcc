package dev.sluice.webhook;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One event on its way to one endpoint.
///
/// @param position where the event stands in the feed; a test stands nowhere
/// @param attempt how many attempts were begun
/// @param firstAttempt the number of the attempt before the present series: one is begun anew when somebody asks for
///     it
/// @param last what came of the last attempt, where it has ended
/// @param nextAt when it is tried again
/// @param endedAt when it arrived or was given up
record Delivery(
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

    enum Status {
        PENDING,
        DELIVERED,
        FAILED
    }

    /// What came of an attempt, as it is kept.
    record Result(
            int attempt,
            Instant at,
            @Nullable Integer statusCode,
            int latencyMillis,
            @Nullable String error,
            @Nullable String excerpt) {}

    /// How many attempts of the present series were begun.
    int attemptOfSeries() {
        return attempt - firstAttempt;
    }
}
