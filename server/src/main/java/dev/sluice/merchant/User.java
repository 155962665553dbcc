package dev.sluice.merchant;

import dev.sluice.clock.Clocks;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// A person who logs in to the dashboard.
public record User(UUID organizationId, UUID id, String email, String name, Role role, Optional<Instant> disabledAt) {
    public Instant createdAt() {
        return Clocks.timeOf(id);
    }

    /// What a person may see and do: one organization's own affairs, or the deployment's.
    public enum Role {
        MERCHANT,
        OPERATOR
    }

    /// A person with a password that is shown this once.
    public record WithPassword(User user, String password) {
        /// Never shows the password.
        @Override
        public String toString() {
            return user.toString();
        }
    }
}
