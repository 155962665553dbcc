package dev.sluice.signin;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/// Single-use credential of one user for one purpose.
record Ticket(UUID organizationId, UUID id, UUID userId, Kind kind, byte[] tokenSha256, Instant expiresAt) {
    /// Purpose. The names are stored, so they never change.
    enum Kind {
        /// Second step of a sign-in.
        SECOND_FACTOR(Duration.ofMinutes(10)),
        /// Password reset.
        RESET(Duration.ofMinutes(30)),
        /// First password.
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
