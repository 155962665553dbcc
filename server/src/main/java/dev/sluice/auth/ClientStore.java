package dev.sluice.auth;

import dev.sluice.auth.ApiClient.LiveSecret;
import dev.sluice.db.Owner;
import dev.sluice.db.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of `auth_client` and `auth_client_secret`.
final class ClientStore {
    private static final String SELECT = """
        SELECT organization_id, id, client_id, label, scopes, allowlist, revoked_at
        FROM auth_client WHERE organization_id = :organizationId AND client_id = :clientId
        """;

    private static final String LOCK = """
        SELECT id FROM auth_client
        WHERE organization_id = :organizationId AND client_id = :clientId FOR UPDATE
        """;

    private static final String SELECT_ALL = """
        SELECT organization_id, id, client_id, label, scopes, allowlist, revoked_at
        FROM auth_client WHERE organization_id = :organizationId ORDER BY id
        """;

    private static final String SELECT_SECRETS = """
        SELECT slot, id, sealed, made_by, made_by_name FROM auth_client_secret
        WHERE organization_id = :organizationId AND client = :client ORDER BY id
        """;

    private static final String INSERT = """
        INSERT INTO auth_client (organization_id, id, client_id, label, scopes, allowlist)
        VALUES (:organizationId, :id, :clientId, :label, string_to_array(:scopes, ','),
            string_to_array(:allowlist, ','))
        ON CONFLICT (organization_id, id) DO NOTHING
        """;

    private static final String PUT_SECRET = """
        INSERT INTO auth_client_secret (organization_id, client, slot, id, sealed, made_by, made_by_name)
        VALUES (:organizationId, :client, :slot, :id, :sealed, :maker::uuid, :makerName)
        ON CONFLICT (organization_id, client, slot) DO UPDATE
        SET id = excluded.id, sealed = excluded.sealed, made_by = excluded.made_by,
            made_by_name = excluded.made_by_name
        """;

    private static final String DELETE_SECRETS_BEFORE = """
        DELETE FROM auth_client_secret
        WHERE organization_id = :organizationId AND client = :client AND id < :before
        """;

    private static final String DELETE_SECRETS = """
        DELETE FROM auth_client_secret WHERE organization_id = :organizationId AND client = :client
        """;

    private static final String UPDATE_ALLOWLIST = """
        UPDATE auth_client SET allowlist = string_to_array(:allowlist, ',')
        WHERE organization_id = :organizationId AND id = :id
        """;

    private static final String REVOKE = """
        UPDATE auth_client SET revoked_at = :now
        WHERE organization_id = :organizationId AND id = :id AND revoked_at IS NULL
        """;

    private static final String OWNER = """
        SELECT c.organization_id FROM unnest(:organizations::uuid[]) AS o (organization_id)
        JOIN auth_client c ON c.organization_id = o.organization_id AND c.id = :id
        LIMIT 1
        """;

    private ClientStore() {}

    static Optional<UUID> owner(Handle handle, List<UUID> organizations, UUID id) {
        return Owner.of(handle, OWNER, organizations, id);
    }

    static Optional<ApiClient> find(Handle handle, UUID organizationId, String clientId) {
        return handle.createQuery(SELECT)
                .bind("organizationId", organizationId)
                .bind("clientId", clientId)
                .map((row, _) -> client(row, handle))
                .findOne();
    }

    /// Locks a client's row, so that concurrent rotations are serialized.
    static Optional<UUID> lock(Handle handle, UUID organizationId, String clientId) {
        return handle.createQuery(LOCK)
                .bind("organizationId", organizationId)
                .bind("clientId", clientId)
                .mapTo(UUID.class)
                .findOne();
    }

    static List<ApiClient> list(Handle handle, UUID organizationId) {
        return handle.createQuery(SELECT_ALL)
                .bind("organizationId", organizationId)
                .map((row, _) -> client(row, handle))
                .list();
    }

    /// Returns the live secrets of a client, oldest first.
    static List<Secret> secrets(Handle handle, UUID organizationId, UUID client) {
        return handle.createQuery(SELECT_SECRETS)
                .bind("organizationId", organizationId)
                .bind("client", client)
                .map((row, _) -> new Secret(
                        row.getInt("slot"),
                        row.getObject("id", UUID.class),
                        row.getBytes("sealed"),
                        KeyMaker.read(row)))
                .list();
    }

    /// Inserts a client; false if the id exists.
    static boolean insert(Handle handle, ApiClient client) {
        return handle.createUpdate(INSERT)
                        .bind("organizationId", client.organizationId())
                        .bind("id", client.id())
                        .bind("clientId", client.clientId())
                        .bind("label", client.label())
                        .bind("scopes", Scope.column(client.scopes()))
                        .bind("allowlist", String.join(",", client.allowlist().texts()))
                        .execute()
                > 0;
    }

    static void putSecret(Handle handle, UUID organizationId, UUID client, Secret secret) {
        handle.createUpdate(PUT_SECRET)
                .bind("organizationId", organizationId)
                .bind("client", client)
                .bind("slot", secret.slot())
                .bind("id", secret.id())
                .bind("sealed", secret.sealed())
                .bind("maker", KeyMaker.id(secret.maker()))
                .bind("makerName", KeyMaker.name(secret.maker()))
                .execute();
    }

    static int deleteSecretsBefore(Handle handle, UUID organizationId, UUID client, UUID before) {
        return handle.createUpdate(DELETE_SECRETS_BEFORE)
                .bind("organizationId", organizationId)
                .bind("client", client)
                .bind("before", before)
                .execute();
    }

    static void allow(Handle handle, ApiClient client, Allowlist allowlist) {
        handle.createUpdate(UPDATE_ALLOWLIST)
                .bind("organizationId", client.organizationId())
                .bind("id", client.id())
                .bind("allowlist", String.join(",", allowlist.texts()))
                .execute();
    }

    static void revoke(Handle handle, ApiClient client, Instant now) {
        handle.createUpdate(REVOKE)
                .bind("organizationId", client.organizationId())
                .bind("id", client.id())
                .bind("now", now)
                .execute();
        handle.createUpdate(DELETE_SECRETS)
                .bind("organizationId", client.organizationId())
                .bind("client", client.id())
                .execute();
    }

    private static ApiClient client(ResultSet row, Handle handle) throws SQLException {
        var organizationId = row.getObject("organization_id", UUID.class);
        var id = row.getObject("id", UUID.class);
        return new ApiClient(
                organizationId,
                id,
                row.getString("client_id"),
                row.getString("label"),
                Scope.read(row),
                Allowlist.parse(List.of((String[]) row.getArray("allowlist").getArray())),
                secrets(handle, organizationId, id).stream()
                        .map(secret -> new LiveSecret(secret.id(), secret.maker()))
                        .toList(),
                Optional.ofNullable(Times.optionalInstant(row, "revoked_at")));
    }

    /// An encrypted secret in one of the two slots.
    record Secret(int slot, UUID id, byte[] sealed, Optional<KeyMaker> maker) {}
}
