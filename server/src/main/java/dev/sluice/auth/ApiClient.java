package dev.sluice.auth;

import dev.sluice.clock.Clocks;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// A program of a merchant's that signs its requests. `clientId` is what it sends as `X-Client-ID`; `secrets` are those
/// that are live, oldest first.
public record ApiClient(
        UUID organizationId,
        UUID id,
        String clientId,
        String label,
        Set<Scope> scopes,
        Allowlist allowlist,
        List<LiveSecret> secrets,
        Optional<Instant> revokedAt) {
    public ApiClient {
        scopes = Set.copyOf(scopes);
        secrets = List.copyOf(secrets);
    }

    /// What is known of a secret: its id, which says since when it exists, and who made it.
    public record LiveSecret(UUID id, Optional<KeyMaker> maker) {
        public Instant since() {
            return Clocks.timeOf(id);
        }
    }

    /// The newest live secret's id; nothing of a client that was revoked.
    public Optional<UUID> newest() {
        return secrets.isEmpty()
                ? Optional.empty()
                : Optional.of(secrets.getLast().id());
    }

    /// The live secret that the next rotation ends at once, since two work at most; none where there is one alone.
    public Optional<LiveSecret> nextToEnd() {
        return secrets.size() < 2 ? Optional.empty() : Optional.of(secrets.getFirst());
    }

    /// Since when each live secret exists, oldest first.
    public List<Instant> secretsSince() {
        return secrets.stream().map(LiveSecret::since).toList();
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
