package dev.sluice.signin;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/// What opens one thing once, for one person.
record Ticket(UUID organizationId, UUID id, UUID userId, Kind kind, byte[] tokenSha256, Instant expiresAt) {
    /// What it opens. The names are stored, so they stay as they are.
    enum Kind {
        /// The second step of a sign-in.
        SECOND_FACTOR(Duration.ofMinutes(10)),
        /// A new password.
        RESET(Duration.ofMinutes(30)),
        /// The first password.
        INVITATION(Duration.ofDays(7));

        private final Duration lifetime;

        Kind(Duration lifetime) {
            this.lifetime = lifetime;
        }

        Duration lifetime() {
            return lifetime;
        }
    }

    /// Never shows the token's hash.
    @Override
    public String toString() {
        return "Ticket[" + kind + " " + id + "]";
    }
}
