package dev.sluice.signin;

import dev.sluice.merchant.Organization;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.User;
import java.time.Instant;
import java.util.UUID;

/// A signed-in user with their session.
///
/// @param formToken CSRF token of every form
/// @param strong true if the user proved more than a password
/// @param secondFactorWanted true if a password alone is not enough, see [SecondFactorPolicy]
/// @param since real time of the sign-in
public record Visitor(
        User user,
        Organization organization,
        UUID sessionId,
        String formToken,
        boolean strong,
        boolean secondFactorWanted,
        Instant since) {
    public UUID organizationId() {
        return user.organizationId();
    }

    public boolean may(Permission permission) {
        return user.role().may(permission);
    }

    /// Returns true if the user has proved as much as the policy demands.
    public boolean isProved() {
        return strong || !secondFactorWanted;
    }

    /// Never shows the token.
    @Override
    public String toString() {
        return "Visitor[" + user.id() + ", " + user.role() + "]";
    }
}
