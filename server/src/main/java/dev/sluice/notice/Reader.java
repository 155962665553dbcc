package dev.sluice.notice;

import dev.sluice.merchant.User;
import java.util.Set;
import java.util.UUID;

/// Somebody who looks at the notices of their organization, and what they may be told of.
public record Reader(UUID organizationId, UUID userId, Set<Kind> kinds) {
    public Reader {
        kinds = Set.copyOf(kinds);
    }

    public static Reader of(User user) {
        return new Reader(user.organizationId(), user.id(), Kind.of(user.role()));
    }

    /// Whether there is anything that they may be told of.
    public boolean mayBeTold() {
        return !kinds.isEmpty();
    }
}
