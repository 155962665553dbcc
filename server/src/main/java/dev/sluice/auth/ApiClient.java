package dev.sluice.auth;

import dev.sluice.clock.Clocks;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// A merchant's program that signs its requests. `clientId` is its value of `X-Client-ID`; `secrets` are the live
/// ones, oldest first.
public record ApiClient(
        UUID organizationId,
        UUID id,
        String clientId,
        String label,
        Set<Scope> scopes,
        Allowlist allowlist,
        List<LiveSecret> secrets,
        Optional<Instant> revokedAt,
        boolean authentic) {
    public ApiClient {
        scopes = Set.copyOf(scopes);
        secrets = List.copyOf(secrets);
    }

    /// Metadata of a secret: its creator, and its id, which contains its creation time.
    public record LiveSecret(UUID id, Optional<KeyMaker> maker) {
        public Instant since() {
            return Clocks.timeOf(id);
        }
    }

    ApiClient with(Allowlist other) {
        return new ApiClient(organizationId, id, clientId, label, scopes, other, secrets, revokedAt, authentic);
    }

    ApiClient revoked(Instant now) {
        return new ApiClient(
                organizationId, id, clientId, label, scopes, allowlist, secrets, Optional.of(now), authentic);
    }

    ApiClient tampered() {
        return new ApiClient(organizationId, id, clientId, label, scopes, allowlist, secrets, revokedAt, false);
    }

    /// Returns the newest live secret's id; nothing for a revoked client.
    public Optional<UUID> newest() {
        return secrets.isEmpty()
                ? Optional.empty()
                : Optional.of(secrets.getLast().id());
    }

    /// Returns the live secret that the next rotation ends at once, since at most two work; nothing if there is
    /// only one.
    public Optional<LiveSecret> nextToEnd() {
        return secrets.size() < 2 ? Optional.empty() : Optional.of(secrets.getFirst());
    }

    /// Returns true if requests signed by the client are accepted.
    public boolean isUsable() {
        return authentic && revokedAt.isEmpty();
    }

    public Instant createdAt() {
        return Clocks.timeOf(id);
    }

    /// A client with its secret, which is shown only once.
    public record WithSecret(ApiClient client, String secret) {
        /// Never shows the secret.
        @Override
        public String toString() {
            return client.toString();
        }
    }
}
