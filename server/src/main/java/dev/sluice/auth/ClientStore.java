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
    private static final String SELECT_FROM = """
        SELECT organization_id, id, client_id, label, scopes, allowlist, revoked_at, mac
        FROM auth_client
        """;

    private static final String SELECT = SELECT_FROM + """
        WHERE organization_id = :organizationId AND client_id = :clientId
        """;

    private static final String LOCK = """
        SELECT id FROM auth_client
        WHERE organization_id = :organizationId AND client_id = :clientId FOR UPDATE
        """;

    private static final String SELECT_AFTER = SELECT_FROM + """
        WHERE (organization_id, id) > (:organizationId, :id) ORDER BY organization_id, id LIMIT :limit
        """;

    private static final String SELECT_ALL = SELECT_FROM + """
        WHERE organization_id = :organizationId ORDER BY id
        """;

    private static final String SELECT_SECRETS = """
        SELECT slot, id, sealed, made_by, made_by_name, mac FROM auth_client_secret
        WHERE organization_id = :organizationId AND client = :client ORDER BY id
        """;

    private static final String INSERT = """
        INSERT INTO auth_client (organization_id, id, client_id, label, scopes, allowlist, mac)
        VALUES (:organizationId, :id, :clientId, :label, string_to_array(:scopes, ','),
            string_to_array(:allowlist, ','), :mac)
        ON CONFLICT (organization_id, id) DO NOTHING
        """;

    private static final String PUT_SECRET = """
        INSERT INTO auth_client_secret (organization_id, client, slot, id, sealed, made_by, made_by_name, mac)
        VALUES (:organizationId, :client, :slot, :id, :sealed, :maker::uuid, :makerName, :mac)
        ON CONFLICT (organization_id, client, slot) DO UPDATE
        SET id = excluded.id, sealed = excluded.sealed, made_by = excluded.made_by,
            made_by_name = excluded.made_by_name, mac = excluded.mac
        """;

    private static final String DELETE_SECRETS_BEFORE = """
        DELETE FROM auth_client_secret
        WHERE organization_id = :organizationId AND client = :client AND id < :before
        """;

    private static final String DELETE_SECRETS = """
        DELETE FROM auth_client_secret WHERE organization_id = :organizationId AND client = :client
        """;

    private static final String UPDATE_ALLOWLIST = """
        UPDATE auth_client SET allowlist = string_to_array(:allowlist, ','), mac = :mac
        WHERE organization_id = :organizationId AND id = :id
        """;

    private static final String REVOKE = """
        UPDATE auth_client SET revoked_at = :now, mac = :mac
        WHERE organization_id = :organizationId AND id = :id AND revoked_at IS NULL
        """;

    private static final String OWNER = """
        SELECT c.organization_id FROM unnest(:organizations::uuid[]) AS o (organization_id)
        JOIN auth_client c ON c.organization_id = o.organization_id AND c.id = :id
        LIMIT 1
        """;

    private final CredentialMac macs;

    ClientStore(CredentialMac macs) {
        this.macs = macs;
    }

    static Optional<UUID> owner(Handle handle, List<UUID> organizations, UUID id) {
        return Owner.of(handle, OWNER, organizations, id);
    }

    Optional<ApiClient> find(Handle handle, UUID organizationId, String clientId) {
        return handle.createQuery(SELECT)
                .bind("organizationId", organizationId)
                .bind("clientId", clientId)
                .map((row, _) -> client(row, handle))
                .findOne();
    }

    /// Locks a client's row, so that concurrent rotations are serialized.
    Optional<UUID> lock(Handle handle, UUID organizationId, String clientId) {
        return handle.createQuery(LOCK)
                .bind("organizationId", organizationId)
                .bind("clientId", clientId)
                .mapTo(UUID.class)
                .findOne();
    }

    /// Returns the clients of all organizations in pages.
    List<ApiClient> after(Handle handle, UUID organizationId, UUID id, int limit) {
        return handle.createQuery(SELECT_AFTER)
                .bind("organizationId", organizationId)
                .bind("id", id)
                .bind("limit", limit)
                .map((row, _) -> client(row, handle))
                .list();
    }

    List<ApiClient> list(Handle handle, UUID organizationId) {
        return handle.createQuery(SELECT_ALL)
                .bind("organizationId", organizationId)
                .map((row, _) -> client(row, handle))
                .list();
    }

    /// Returns the live secrets of a client, oldest first.
    List<Secret> secrets(Handle handle, UUID organizationId, UUID client) {
        return handle.createQuery(SELECT_SECRETS)
                .bind("organizationId", organizationId)
                .bind("client", client)
                .map((row, _) -> secret(row, organizationId, client))
                .list();
    }

    /// Inserts a client; false if the id exists.
    boolean insert(Handle handle, ApiClient client) {
        return handle.createUpdate(INSERT)
                        .bind("organizationId", client.organizationId())
                        .bind("id", client.id())
                        .bind("clientId", client.clientId())
                        .bind("label", client.label())
                        .bind("scopes", Scope.column(client.scopes()))
                        .bind("allowlist", String.join(",", client.allowlist().texts()))
                        .bind("mac", macs.of(client))
                        .execute()
                > 0;
    }

    void putSecret(Handle handle, UUID organizationId, UUID client, Secret secret) {
        handle.createUpdate(PUT_SECRET)
                .bind("organizationId", organizationId)
                .bind("client", client)
                .bind("slot", secret.slot())
                .bind("id", secret.id())
                .bind("sealed", secret.sealed())
                .bind("maker", KeyMaker.id(secret.maker()))
                .bind("makerName", KeyMaker.name(secret.maker()))
                .bind("mac", macs.of(organizationId, client, secret))
                .execute();
    }

    int deleteSecretsBefore(Handle handle, UUID organizationId, UUID client, UUID before) {
        return handle.createUpdate(DELETE_SECRETS_BEFORE)
                .bind("organizationId", organizationId)
                .bind("client", client)
                .bind("before", before)
                .execute();
    }

    void allow(Handle handle, ApiClient client, Allowlist allowlist) {
        var after = client.with(allowlist);
        handle.createUpdate(UPDATE_ALLOWLIST)
                .bind("organizationId", client.organizationId())
                .bind("id", client.id())
                .bind("allowlist", String.join(",", allowlist.texts()))
                .bind("mac", macs.of(after))
                .execute();
    }

    void revoke(Handle handle, ApiClient client, Instant now) {
        handle.createUpdate(REVOKE)
                .bind("organizationId", client.organizationId())
                .bind("id", client.id())
                .bind("now", now)
                .bind("mac", client.authentic() ? macs.of(client.revoked(now)) : null)
                .execute();
        handle.createUpdate(DELETE_SECRETS)
                .bind("organizationId", client.organizationId())
                .bind("client", client.id())
                .execute();
    }

    private ApiClient client(ResultSet row, Handle handle) throws SQLException {
        var organizationId = row.getObject("organization_id", UUID.class);
        var id = row.getObject("id", UUID.class);
        var secrets = secrets(handle, organizationId, id);
        var client = new ApiClient(
                organizationId,
                id,
                row.getString("client_id"),
                row.getString("label"),
                Scope.read(row),
                Allowlist.parse(List.of((String[]) row.getArray("allowlist").getArray())),
                secrets.stream()
                        .map(secret -> new LiveSecret(secret.id(), secret.maker()))
                        .toList(),
                Optional.ofNullable(Times.optionalInstant(row, "revoked_at")),
                true);
        return macs.isOf(row.getBytes("mac"), client) && secrets.stream().allMatch(Secret::authentic)
                ? client
                : client.tampered();
    }

    private Secret secret(ResultSet row, UUID organizationId, UUID client) throws SQLException {
        var secret = new Secret(
                row.getInt("slot"), row.getObject("id", UUID.class), row.getBytes("sealed"), KeyMaker.read(row), true);
        return macs.isOf(row, organizationId, client, secret) ? secret : secret.tampered();
    }

    /// An encrypted secret in one of the two slots.
    ///
    /// @param authentic false if the row is not the one that the service wrote
    record Secret(int slot, UUID id, byte[] sealed, Optional<KeyMaker> maker, boolean authentic) {
        Secret tampered() {
            return new Secret(slot, id, sealed, maker, false);
        }
    }
}
