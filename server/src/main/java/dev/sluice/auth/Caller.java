package dev.sluice.auth;

import dev.sluice.http.Principal;
import dev.sluice.merchant.Role;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Authenticated actor of an organization: an API client (by signature), an API key, or a signed-in user. `actorId`
/// appears as `createdBy` and `initiatedBy`.
///
/// @param role role of the user; null for a program
/// @param keyMaker user who created the program's key or secret, if any
/// @param approval id of the change request by which a second user has approved this action; null without one
public record Caller(
        UUID organizationId,
        String organizationName,
        UUID actorId,
        String actorName,
        Set<Scope> scopes,
        @Nullable Role role,
        @Nullable UUID keyMaker,
        @Nullable UUID approval)
        implements Principal {
    public Caller {
        scopes = Set.copyOf(scopes);
    }

    /// Creates a caller for a program.
    public Caller(UUID organizationId, String organizationName, UUID actorId, String actorName, Set<Scope> scopes) {
        this(organizationId, organizationName, actorId, actorName, scopes, null, null, null);
    }

    /// Creates a caller for a user.
    public Caller(
            UUID organizationId,
            String organizationName,
            UUID actorId,
            String actorName,
            Set<Scope> scopes,
            @Nullable Role role) {
        this(organizationId, organizationName, actorId, actorName, scopes, role, null, null);
    }

    /// Returns this user with an approved change request.
    public Caller approved(UUID changeRequest) {
        return new Caller(organizationId, organizationName, actorId, actorName, scopes, role, keyMaker, changeRequest);
    }
}
