package dev.sluice.auth;

import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// MACs of API keys, clients and secrets of clients: the organization, the scopes, the allowlist, the maker, and
/// whether they are revoked. A row without its MAC authenticates nobody.
final class CredentialMac {
    private final RecordMac keys;
    private final RecordMac clients;
    private final RecordMac secrets;

    CredentialMac(Vault vault) {
        this.keys = vault.mac("auth/key");
        this.clients = vault.mac("auth/client");
        this.secrets = vault.mac("auth/secret");
    }

    byte[] of(ApiKey key, byte[] sha256) {
        return keys.of(fields(key, sha256));
    }

    boolean isOf(byte @Nullable [] mac, ApiKey key, byte[] sha256) {
        return keys.isOf(mac, fields(key, sha256));
    }

    byte[] of(ApiClient client) {
        return clients.of(fields(client));
    }

    boolean isOf(byte @Nullable [] mac, ApiClient client) {
        return clients.isOf(mac, fields(client));
    }

    byte[] of(UUID organizationId, UUID client, ClientStore.Secret secret) {
        return secrets.of(fields(organizationId, client, secret));
    }

    boolean isOf(ResultSet row, UUID organizationId, UUID client, ClientStore.Secret secret) throws SQLException {
        return secrets.isOf(row.getBytes("mac"), fields(organizationId, client, secret));
    }

    private static List<@Nullable Object> fields(ApiKey key, byte[] sha256) {
        return Arrays.asList(
                key.organizationId(),
                key.id(),
                sha256,
                key.prefix(),
                key.label(),
                Scope.column(key.scopes()),
                String.join(",", key.allowlist().texts()),
                KeyMaker.id(key.maker()),
                KeyMaker.name(key.maker()),
                key.revokedAt().isPresent());
    }

    private static List<@Nullable Object> fields(ApiClient client) {
        return Arrays.asList(
                client.organizationId(),
                client.id(),
                client.clientId(),
                client.label(),
                Scope.column(client.scopes()),
                String.join(",", client.allowlist().texts()),
                client.revokedAt().isPresent());
    }

    private static List<@Nullable Object> fields(UUID organizationId, UUID client, ClientStore.Secret secret) {
        return Arrays.asList(
                organizationId,
                client,
                secret.slot(),
                secret.id(),
                secret.sealed(),
                KeyMaker.id(secret.maker()),
                KeyMaker.name(secret.maker()));
    }
}
