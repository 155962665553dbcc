package dev.sluice.requestlog;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One request of a program's and how it was answered. Of what was sent, only the path is kept; of a refusal, its code
/// and what was wrong with which field.
///
/// @param actorId the API client or key that it names
/// @param fault nothing where it was not refused
public record Entry(
        UUID organizationId,
        UUID id,
        Instant at,
        UUID actorId,
        String method,
        String path,
        int status,
        Duration latency,
        String requestId,
        String address,
        @Nullable Fault fault) {
    static final int FAILED = 400;

    /// Why it was refused.
    ///
    /// @param details as in the answer: a JSON list of field, code and message
    /// @param signing what is known of a signature that was refused
    public record Fault(
            String code,
            String message,
            String details,
            @Nullable Signing signing) {}

    /// A signature that was refused.
    ///
    /// @param stringToSign what the service signed; in a sandbox alone
    /// @param signature as it was sent
    /// @param timestamp as it was sent
    public record Signing(@Nullable String stringToSign, String signature, String timestamp) {}

    public boolean isRefused() {
        return status >= FAILED;
    }
}
