package dev.sluice.requestlog;

import dev.sluice.text.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A request of an API client and its answer. Of the request, only the path is kept; of a refusal, its code and its
/// problems by field.
///
/// @param actorId API client or key of the request
/// @param fault null for a request that was not refused
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

    /// Reason of a refusal.
    ///
    /// @param details problems as in the answer: a JSON list of field, code and message
    /// @param signing data of a refused signature
    public record Fault(
            String code,
            String message,
            String details,
            @Nullable Signing signing) {}

    /// A refused signature.
    ///
    /// @param stringToSign text that the service signed, with the query as sent or [#hidden]; null if something
    ///     other than the signature was wrong
    /// @param signature signature as sent
    /// @param timestamp timestamp as sent
    public record Signing(@Nullable String stringToSign, String signature, String timestamp) {
        private static final String HIDDEN = "sha256:";

        /// Returns a hash in place of a query, which is not stored but can be compared; empty for an empty
        /// query.
        public static String hidden(String query) {
            return query.isEmpty() ? "" : HIDDEN + Sha256.hex(query.getBytes(StandardCharsets.UTF_8));
        }

        /// Returns true if the text is such a hash.
        public static boolean isHidden(String query) {
            return query.startsWith(HIDDEN);
        }
    }

    public boolean isRefused() {
        return status >= FAILED;
    }
}
