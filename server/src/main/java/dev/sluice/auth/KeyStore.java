package dev.sluice.auth;

import dev.sluice.db.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `auth_api_key`.
final class KeyStore {
    private static final String SELECT_BY_HASH = """
        SELECT organization_id, id, prefix, label, scopes, allowlist, made_by, made_by_name, revoked_at
        FROM auth_api_key WHERE organization_id = :organizationId AND sha256 = :sha256
        """;

    private static final String SELECT_ALL = """
        SELECT organization_id, id, prefix, label, scopes, allowlist, made_by, made_by_name, revoked_at
        FROM auth_api_key WHERE organization_id = :organizationId ORDER BY id
        """;

    private static final String INSERT = """
        INSERT INTO auth_api_key (organization_id, id, sha256, prefix, label, scopes, allowlist, made_by,
                                  made_by_name)
        VALUES (:organizationId, :id, :sha256, :prefix, :label,
                string_to_array(:scopes, ','), string_to_array(:allowlist, ','), :maker::uuid, :makerName)
        ON CONFLICT (organization_id, id) DO NOTHING
        """;

    private static final String LOCK_ALLOWLIST = """
        SELECT allowlist FROM auth_api_key
        WHERE organization_id = :organizationId AND id = :id FOR UPDATE
        """;

    private static final String UPDATE_ALLOWLIST = """
        UPDATE auth_api_key SET allowlist = string_to_array(:allowlist, ',')
        WHERE organization_id = :organizationId AND id = :id
        """;

    /// A key that is already revoked keeps its time and counts as found.
    private static final String REVOKE = """
        UPDATE auth_api_key SET revoked_at = coalesce(revoked_at, :now)
        WHERE organization_id = :organizationId AND id = :id
        """;

    /// Scans the organization's keys, since it has few.
    private static final String OWNERS = """
        SELECT DISTINCT k.organization_id FROM unnest(:organizations::uuid[]) AS o (organization_id)
        JOIN auth_api_key k ON k.organization_id = o.organization_id
        WHERE k.id = :id::uuid OR lower(k.prefix) = lower(:prefix)
        LIMIT :limit
        """;

    private KeyStore() {}

    static List<UUID> owners(Handle handle, List<UUID> organizations, @Nullable UUID id, String prefix, int limit) {
        return handle.createQuery(OWNERS)
                .bindArray("organizations", UUID.class, organizations)
                .bind("id", id)
                .bind("prefix", prefix)
                .bind("limit", limit)
                .mapTo(UUID.class)
                .list();
    }

    static Optional<ApiKey> find(Handle handle, UUID organizationId, byte[] sha256) {
        return handle.createQuery(SELECT_BY_HASH)
                .bind("organizationId", organizationId)
                .bind("sha256", sha256)
                .map((row, _) -> key(row))
                .findOne();
    }

    static List<ApiKey> list(Handle handle, UUID organizationId) {
        return handle.createQuery(SELECT_ALL)
                .bind("organizationId", organizationId)
                .map((row, _) -> key(row))
                .list();
    }

    /// Inserts a key; false if the id exists.
    static boolean insert(Handle handle, ApiKey key, byte[] sha256) {
        return handle.createUpdate(INSERT)
                        .bind("organizationId", key.organizationId())
                        .bind("id", key.id())
                        .bind("sha256", sha256)
                        .bind("prefix", key.prefix())
                        .bind("label", key.label())
                        .bind("scopes", Scope.column(key.scopes()))
                        .bind("allowlist", String.join(",", key.allowlist().texts()))
                        .bind("maker", KeyMaker.id(key.maker()))
                        .bind("makerName", KeyMaker.name(key.maker()))
                        .execute()
                > 0;
    }

    /// Locks a key's row, so that concurrent changes of its allowlist are serialized.
    static Optional<Allowlist> lockAllowlist(Handle handle, UUID organizationId, UUID id) {
        return handle.createQuery(LOCK_ALLOWLIST)
                .bind("organizationId", organizationId)
                .bind("id", id)
                .map((row, _) -> allowlist(row))
                .findOne();
    }

    static int allow(Handle handle, UUID organizationId, UUID id, Allowlist allowlist) {
        return handle.createUpdate(UPDATE_ALLOWLIST)
                .bind("organizationId", organizationId)
                .bind("id", id)
                .bind("allowlist", String.join(",", allowlist.texts()))
                .execute();
    }

    /// Revokes a key and returns the number of matching rows, already revoked ones included.
    static int revoke(Handle handle, UUID organizationId, UUID id, Instant now) {
        return handle.createUpdate(REVOKE)
                .bind("organizationId", organizationId)
                .bind("id", id)
                .bind("now", now)
                .execute();
    }

    private static Allowlist allowlist(ResultSet row) throws SQLException {
        return Allowlist.parse(List.of((String[]) row.getArray("allowlist").getArray()));
    }

    private static ApiKey key(ResultSet row) throws SQLException {
        return new ApiKey(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                row.getString("prefix"),
                row.getString("label"),
                Scope.read(row),
                allowlist(row),
                KeyMaker.read(row),
                Optional.ofNullable(Times.optionalInstant(row, "revoked_at")));
    }
}
