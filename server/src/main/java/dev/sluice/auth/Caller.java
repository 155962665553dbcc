package dev.sluice.auth;

import java.util.Set;
import java.util.UUID;

/// Whoever proved to act for an organization: an API client (by signature) or an API key. `actorId` is what
/// `createdBy` and `initiatedBy` show.
public record Caller(UUID organizationId, String organizationName, UUID actorId, String actorName, Set<Scope> scopes) {
    public Caller {
        scopes = Set.copyOf(scopes);
    }
}
