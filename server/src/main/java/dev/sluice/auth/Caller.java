package dev.sluice.auth;

import dev.sluice.http.Principal;
import java.util.Set;
import java.util.UUID;

/// Whoever proved to act for an organization: an API client (by signature), an API key, or a person who has
/// signed in. `actorId` is what `createdBy` and `initiatedBy` show.
public record Caller(UUID organizationId, String organizationName, UUID actorId, String actorName, Set<Scope> scopes)
        implements Principal {
    public Caller {
        scopes = Set.copyOf(scopes);
    }
}
