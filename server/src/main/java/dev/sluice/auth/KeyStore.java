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
    private static final String SELECT_FROM = """
        SELECT organization_id, id, sha256, prefix, label, scopes, allowlist, made_by, made_by_name, revoked_at, mac
        FROM auth_api_key
        """;

    private static final String SELECT_BY_HASH = SELECT_FROM + """
        WHERE organization_id = :organizationId AND sha256 = :sha256
        """;

    private static final String SELECT_ALL = SELECT_FROM + """
        WHERE organization_id = :organizationId ORDER BY id
        """;

    private static final String SELECT_AFTER = SELECT_FROM + """
        WHERE (organization_id, id) > (:organizationId, :id) ORDER BY organization_id, id LIMIT :limit
        """;

    private static final String LOCK = SELECT_FROM + """
        WHERE organization_id = :organizationId AND id = :id FOR UPDATE
        """;

    private static final String INSERT = """
        INSERT INTO auth_api_key (organization_id, id, sha256, prefix, label, scopes, allowlist, made_by,
                                  made_by_name, mac)
        VALUES (:organizationId, :id, :sha256, :prefix, :label,
                string_to_array(:scopes, ','), string_to_array(:allowlist, ','), :maker::uuid, :makerName, :mac)
        ON CONFLICT (organization_id, id) DO NOTHING
        """;

    private static final String UPDATE_ALLOWLIST = """
        UPDATE auth_api_key SET allowlist = string_to_array(:allowlist, ','), mac = :mac
        WHERE organization_id = :organizationId AND id = :id
        """;

    /// A key that is already revoked keeps its time.
    private static final String REVOKE = """
        UPDATE auth_api_key SET revoked_at = coalesce(revoked_at, :now), mac = :mac
        WHERE organization_id = :organizationId AND id = :id
        """;

    /// Scans the organization's keys, since it has few.
    private static final String OWNERS = """
        SELECT DISTINCT k.organization_id FROM unnest(:organizations::uuid[]) AS o (organization_id)
        JOIN auth_api_key k ON k.organization_id = o.organization_id
        WHERE k.id = :id::uuid OR lower(k.prefix) = lower(:prefix)
        LIMIT :limit
        """;

    private final CredentialMac macs;

    KeyStore(CredentialMac macs) {
        this.macs = macs;
    }

    /// A key with the hash of its token.
    record Stored(ApiKey key, byte[] sha256) {}

    static List<UUID> owners(Handle handle, List<UUID> organizations, @Nullable UUID id, String prefix, int limit) {
        return handle.createQuery(OWNERS)
                .bindArray("organizations", UUID.class, organizations)
                .bind("id", id)
                .bind("prefix", prefix)
                .bind("limit", limit)
                .mapTo(UUID.class)
                .list();
    }

    Optional<Stored> find(Handle handle, UUID organizationId, byte[] sha256) {
        return handle.createQuery(SELECT_BY_HASH)
                .bind("organizationId", organizationId)
                .bind("sha256", sha256)
                .map((row, _) -> stored(row))
                .findOne();
    }

    List<Stored> list(Handle handle, UUID organizationId) {
        return handle.createQuery(SELECT_ALL)
                .bind("organizationId", organizationId)
                .map((row, _) -> stored(row))
                .list();
    }

    /// Returns a page of the keys of all organizations.
    List<Stored> after(Handle handle, UUID organizationId, UUID id, int limit) {
        return handle.createQuery(SELECT_AFTER)
                .bind("organizationId", organizationId)
                .bind("id", id)
                .bind("limit", limit)
                .map((row, _) -> stored(row))
                .list();
    }

    /// Inserts a key; returns false if its ID exists.
    boolean insert(Handle handle, ApiKey key, byte[] sha256) {
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
                        .bind("mac", macs.of(key, sha256))
                        .execute()
                > 0;
    }

    /// Locks a key's row, so that concurrent changes of its allowlist are serialized.
    Optional<Stored> lock(Handle handle, UUID organizationId, UUID id) {
        return handle.createQuery(LOCK)
                .bind("organizationId", organizationId)
                .bind("id", id)
                .map((row, _) -> stored(row))
                .findOne();
    }

    /// Replaces the allowlist of a key that was locked and is authentic.
    void allow(Handle handle, Stored locked, Allowlist allowlist) {
        var after = locked.key().with(allowlist);
        handle.createUpdate(UPDATE_ALLOWLIST)
                .bind("organizationId", after.organizationId())
                .bind("id", after.id())
                .bind("allowlist", String.join(",", allowlist.texts()))
                .bind("mac", macs.of(after, locked.sha256()))
                .execute();
    }

    /// Revokes a locked key. One that is not authentic gets no MAC by that.
    void revoke(Handle handle, Stored locked, Instant now) {
        var after = locked.key().revoked(now);
        handle.createUpdate(REVOKE)
                .bind("organizationId", after.organizationId())
                .bind("id", after.id())
                .bind("now", now)
                .bind("mac", locked.key().authentic() ? macs.of(after, locked.sha256()) : null)
                .execute();
    }

    private Stored stored(ResultSet row) throws SQLException {
        var key = new ApiKey(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                row.getString("prefix"),
                row.getString("label"),
                Scope.read(row),
                Allowlist.parse(List.of((String[]) row.getArray("allowlist").getArray())),
                KeyMaker.read(row),
                Optional.ofNullable(Times.optionalInstant(row, "revoked_at")),
                true);
        var sha256 = row.getBytes("sha256");
        return new Stored(macs.isOf(row.getBytes("mac"), key, sha256) ? key : key.tampered(), sha256);
    }
}
