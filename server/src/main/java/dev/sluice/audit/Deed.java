package dev.sluice.audit;

import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What somebody is about to do.
///
/// @param action what, by its path at the dashboard: `payouts/{id}/cancel`
/// @param subject what it is done to, by its id
/// @param fields what they gave for it, without secrets; their reason is one of them
public record Deed(Actor actor, String action, @Nullable String subject, Map<String, String> fields) {
    public Deed {
        fields = Map.copyOf(fields);
    }

    /// Who does it, as what, and from where.
    ///
    /// @param organizationId whose affair it is
    public record Actor(UUID organizationId, UUID id, String name, String role, String address) {}
}
