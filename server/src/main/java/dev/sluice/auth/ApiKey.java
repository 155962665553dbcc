package dev.sluice.auth;

import dev.sluice.clock.Clocks;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// A bearer key. Only its hash is stored; `prefix` is its visible beginning, which identifies it to people.
public record ApiKey(
        UUID organizationId,
        UUID id,
        String prefix,
        String label,
        Set<Scope> scopes,
        Allowlist allowlist,
        Optional<KeyMaker> maker,
        Optional<Instant> revokedAt,
        boolean authentic) {
    public ApiKey {
        scopes = Set.copyOf(scopes);
    }

    ApiKey with(Allowlist other) {
        return new ApiKey(organizationId, id, prefix, label, scopes, other, maker, revokedAt, authentic);
    }

    ApiKey revoked(Instant now) {
        return new ApiKey(
                organizationId,
                id,
                prefix,
                label,
                scopes,
                allowlist,
                maker,
                revokedAt.or(() -> Optional.of(now)),
                authentic);
    }

    ApiKey tampered() {
        return new ApiKey(organizationId, id, prefix, label, scopes, allowlist, maker, revokedAt, false);
    }

    /// Returns true if the token is accepted.
    public boolean isUsable() {
        return authentic && revokedAt.isEmpty();
    }

    public Instant createdAt() {
        return Clocks.timeOf(id);
    }

    /// A key with its text, which is shown only once.
    public record WithToken(ApiKey key, String token) {
        /// Never shows the token.
        @Override
        public String toString() {
            return key.toString();
        }
    }
}
