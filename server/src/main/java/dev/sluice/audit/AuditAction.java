package dev.sluice.audit;

import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// An audited action, before it begins.
///
/// @param action name of the action, by its path in the dashboard: `payouts/{id}/cancel`
/// @param subject id of the affected object
/// @param fields input of the user, without secrets; the reason is one of them
public record AuditAction(
        Actor actor, String action, @Nullable String subject, Map<String, String> fields) {
    public AuditAction {
        fields = Map.copyOf(fields);
    }

    /// Actor with role and address.
    ///
    /// @param organizationId organization whose log gets the entry
    public record Actor(UUID organizationId, UUID id, String name, String role, String address) {}
}
