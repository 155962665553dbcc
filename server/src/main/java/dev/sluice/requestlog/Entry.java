package dev.sluice.requestlog;

import dev.sluice.hash.Sha256;
import java.nio.charset.StandardCharsets;
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
    /// @param stringToSign what the service signed, with the query as it was sent or [#hidden]; nothing where
    ///     something else was refused
    /// @param signature as it was sent
    /// @param timestamp as it was sent
    public record Signing(@Nullable String stringToSign, String signature, String timestamp) {
        private static final String HIDDEN = "sha256:";

        /// What stands for a query that is not kept, and is known again all the same; nothing for none.
        public static String hidden(String query) {
            return query.isEmpty() ? "" : HIDDEN + Sha256.hex(query.getBytes(StandardCharsets.UTF_8));
        }

        /// Whether it stands for one.
        public static boolean isHidden(String query) {
            return query.startsWith(HIDDEN);
        }
    }

    public boolean isRefused() {
        return status >= FAILED;
    }
}
