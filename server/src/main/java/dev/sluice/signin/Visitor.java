package dev.sluice.signin;

import dev.sluice.merchant.Organization;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.User;
import java.time.Instant;
import java.util.UUID;

/// A person who has signed in.
///
/// @param formToken stands in every form of theirs, so that no other site's form is taken for one
/// @param strong whether they proved more than a password
/// @param secondFactorWanted whether a password alone is not enough of them, see [Strictness]
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

    /// Whether they have proved as much as is wanted of them.
    public boolean isProved() {
        return strong || !secondFactorWanted;
    }

    /// Never shows the token.
    @Override
    public String toString() {
        return "Visitor[" + user.id() + ", " + user.role() + "]";
    }
}
