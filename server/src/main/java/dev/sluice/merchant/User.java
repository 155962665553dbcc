package dev.sluice.merchant;

import dev.sluice.clock.Clocks;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.UUID;

/// A person who signs in to the dashboard.
///
/// @param invited true if they have set no password yet
/// @param firstPasswordUntil expiry of a password that another person has seen: until then, it opens a page to set a
///     new one; null if it is their own
/// @param disabledAt time since when they have no access
/// @param seenAt real time of the last visit to the dashboard
/// @param timeZone time zone for display; without a choice it is UTC
/// @param entitlement start of the entitlement to approve changes
public record User(
        UUID organizationId,
        UUID id,
        String email,
        String name,
        Role role,
        boolean invited,
        Optional<Instant> firstPasswordUntil,
        Optional<Instant> disabledAt,
        Optional<Instant> seenAt,
        Optional<ZoneId> timeZone,
        Entitlement entitlement) {
    public Instant createdAt() {
        return Clocks.timeOf(id);
    }

    /// Reports whether they have access, and a permission by their role.
    public boolean may(Permission permission) {
        return disabledAt.isEmpty() && role.may(permission);
    }

    /// Reports whether they are an owner with access and a password that they have set themselves.
    public boolean isActiveOwner() {
        return role == Role.OWNER && disabledAt.isEmpty() && hasSetPassword();
    }

    /// Reports whether they have set a password themselves.
    public boolean hasSetPassword() {
        return !invited && firstPasswordUntil.isEmpty();
    }

    /// Reports whether their password is valid at a time: one that another person has seen lapses.
    boolean hasPassword(Instant now) {
        return firstPasswordUntil.map(now::isBefore).orElse(true);
    }

    /// A person with a password that is shown this once.
    public record WithPassword(User user, String password) {
        /// Returns the text form without the password.
        @Override
        public String toString() {
            return user.toString();
        }
    }
}
