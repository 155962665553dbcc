package dev.sluice.merchant;

import dev.sluice.clock.Clocks;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.UUID;

/// A person who signs in to the dashboard.
///
/// @param invited whether they have set no password yet
/// @param firstPasswordUntil until when the password, which somebody else has seen, opens a page to set another;
/// nothing
///     where it is their own
/// @param disabledAt since when they have no access
/// @param seenAt real time at which they were last at the dashboard
/// @param timeZone in which they read times; who has chosen none reads UTC
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

    /// Whether they have access, and may do something by what they are.
    public boolean may(Permission permission) {
        return disabledAt.isEmpty() && role.may(permission);
    }

    /// Reports whether they are an owner with access and a password that they have set themselves.
    public boolean isActiveOwner() {
        return role == Role.OWNER && disabledAt.isEmpty() && hasComeThemselves();
    }

    /// Reports whether they have set a password themselves, which nobody else has seen.
    public boolean hasComeThemselves() {
        return !invited && firstPasswordUntil.isEmpty();
    }

    /// Whether they can come in by their password at a time: one that somebody else has seen lapses.
    boolean hasPassword(Instant now) {
        return firstPasswordUntil.map(now::isBefore).orElse(true);
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
