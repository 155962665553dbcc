package dev.sluice.auth;

import dev.sluice.clock.Clocks;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// A program of a merchant's that signs its requests. `clientId` is what it sends as `X-Client-ID`; `secretsSince`
/// tells since when each of its live secrets exists, oldest first.
public record ApiClient(
        UUID organizationId,
        UUID id,
        String clientId,
        String label,
        Allowlist allowlist,
        List<Instant> secretsSince,
        Optional<Instant> revokedAt) {
    public ApiClient {
        secretsSince = List.copyOf(secretsSince);
    }

    public Instant createdAt() {
        return Clocks.timeOf(id);
    }

    /// A client with a secret that is shown this once.
    public record WithSecret(ApiClient client, String secret) {
        /// Never shows the secret.
        @Override
        public String toString() {
            return client.toString();
        }
    }
}
