package dev.sluice.notice;

import dev.sluice.merchant.Permission;
import dev.sluice.merchant.User;
import java.util.Set;
import java.util.UUID;

/// Somebody who looks at the notices of their organization, or at those of operators, and what they may be told of.
///
/// @param organizationId whose notices; [Notices#OPERATORS] for those of operators
public record Reader(UUID organizationId, UUID userId, Set<Kind> kinds) {
    public Reader {
        kinds = Set.copyOf(kinds);
    }

    public static Reader of(User user) {
        var whose = user.role().may(Permission.OPERATE) ? Notices.OPERATORS : user.organizationId();
        return new Reader(whose, user.id(), Kind.of(user.role()));
    }

    /// Whether there is anything that they may be told of.
    public boolean mayBeTold() {
        return !kinds.isEmpty();
    }
}
