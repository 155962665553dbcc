package dev.sluice.notification;

import dev.sluice.merchant.Permission;
import dev.sluice.merchant.User;
import java.util.Set;
import java.util.UUID;

/// Reader of an organization's or the operators' notices, and the visible kinds.
///
/// @param organizationId owner of the notices; [Notifications#OPERATORS] for those of operators
public record Reader(UUID organizationId, UUID userId, Set<Kind> kinds) {
    public Reader {
        kinds = Set.copyOf(kinds);
    }

    public static Reader of(User user) {
        var organizationId = user.role().may(Permission.OPERATE) ? Notifications.OPERATORS : user.organizationId();
        return new Reader(organizationId, user.id(), Kind.of(user.role()));
    }

    /// Reports whether there is any visible kind.
    public boolean hasKinds() {
        return !kinds.isEmpty();
    }
}
