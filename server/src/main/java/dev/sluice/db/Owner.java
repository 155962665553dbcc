package dev.sluice.db;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Finds the organization that owns a resource with a given id.
public final class Owner {
    private Owner() {}

    /// Runs a statement with `:organizations` and `:id` that returns the owning organization.
    public static Optional<UUID> of(Handle handle, String sql, List<UUID> organizations, UUID id) {
        return handle.createQuery(sql)
                .bindArray("organizations", UUID.class, organizations)
                .bind("id", id)
                .mapTo(UUID.class)
                .findOne();
    }
}
