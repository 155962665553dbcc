package dev.sluice.db;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Whose something is, of which only the id is known.
public final class Owner {
    private Owner() {}

    /// The organization that a statement gives, of `:organizations`, for what has an `:id`.
    public static Optional<UUID> of(Handle handle, String sql, List<UUID> organizations, UUID id) {
        return handle.createQuery(sql)
                .bindArray("organizations", UUID.class, organizations)
                .bind("id", id)
                .mapTo(UUID.class)
                .findOne();
    }
}
