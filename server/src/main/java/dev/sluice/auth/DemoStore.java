package dev.sluice.auth;

import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of `auth_demo`.
final class DemoStore {
    private static final String SELECT = """
            SELECT sealed FROM auth_demo WHERE organization_id = :organizationId
            """;

    private static final String INSERT = """
            INSERT INTO auth_demo (organization_id, sealed) VALUES (:organizationId, :sealed)
            """;

    private DemoStore() {}

    static byte[] read(Handle handle, UUID organizationId) {
        return handle.createQuery(SELECT)
                .bind("organizationId", organizationId)
                .map((row, _) -> row.getBytes("sealed"))
                .one();
    }

    static void insert(Handle handle, UUID organizationId, byte[] sealed) {
        handle.createUpdate(INSERT)
                .bind("organizationId", organizationId)
                .bind("sealed", sealed)
                .execute();
    }
}
