package dev.sluice.auth;

import java.util.UUID;

/// Receives credentials that are refused because their rows were changed in the database.
@FunctionalInterface
public interface TamperReport {
    /// For commands, which refuse such a credential and report none.
    TamperReport NONE = (_, _, _) -> {};

    /// @param kind `api-key` or `api-client`
    void raise(String kind, UUID organizationId, UUID id);
}
