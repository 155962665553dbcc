package dev.sluice.merchant;

import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of `merchant_route`.
final class RouteStore {
    private static final String SELECT = """
            SELECT organization_id FROM merchant_route WHERE kind = :kind AND key = :key
            """;

    private static final String INSERT = """
            INSERT INTO merchant_route (kind, key, organization_id) VALUES (:kind, :key, :organizationId)
            ON CONFLICT (kind, key) DO NOTHING
            """;

    private RouteStore() {}

    static Optional<UUID> find(Handle handle, String kind, String key) {
        return handle.createQuery(SELECT)
                .bind("kind", kind)
                .bind("key", key)
                .mapTo(UUID.class)
                .findOne();
    }

    static boolean insertIfAbsent(Handle handle, String kind, String key, UUID organizationId) {
        return handle.createUpdate(INSERT)
                        .bind("kind", kind)
                        .bind("key", key)
                        .bind("organizationId", organizationId)
                        .execute()
                == 1;
    }
}
