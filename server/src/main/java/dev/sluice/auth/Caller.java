package dev.sluice.auth;

import dev.sluice.http.Principal;
import dev.sluice.merchant.Role;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Whoever proved to act for an organization: an API client (by signature), an API key, or a person who has
/// signed in. `actorId` is what `createdBy` and `initiatedBy` show.
///
/// @param role what the person is; nothing where it is a program
/// @param keyMaker the person who made the key or the secret that the program proved itself with, where one did
/// @param approval id of the change request that a second person has approved for this; null without one
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

    /// A program.
    public Caller(UUID organizationId, String organizationName, UUID actorId, String actorName, Set<Scope> scopes) {
        this(organizationId, organizationName, actorId, actorName, scopes, null, null, null);
    }

    /// A person.
    public Caller(
            UUID organizationId,
            String organizationName,
            UUID actorId,
            String actorName,
            Set<Scope> scopes,
            @Nullable Role role) {
        this(organizationId, organizationName, actorId, actorName, scopes, role, null, null);
    }

    /// The same person, for whom a second one has approved a change.
    public Caller approved(UUID changeRequest) {
        return new Caller(organizationId, organizationName, actorId, actorName, scopes, role, keyMaker, changeRequest);
    }
}
