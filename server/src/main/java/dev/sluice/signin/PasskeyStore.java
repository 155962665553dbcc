package dev.sluice.signin;

import dev.sluice.db.Times;
import dev.sluice.merchant.User;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;

/// SQL of `signin_passkey` and `signin_passkey_person`.
final class PasskeyStore {
    private static final String INSERT_PERSON = """
            INSERT INTO signin_passkey_person (organization_id, user_id, handle) VALUES (:organization, :user, :handle)
            ON CONFLICT (organization_id, user_id) DO NOTHING
            """;

    private static final String SELECT_PERSON = """
            SELECT handle FROM signin_passkey_person WHERE organization_id = :organization AND user_id = :user
            """;

    private static final String LOCK_PERSON = """
            SELECT handle FROM signin_passkey_person
            WHERE organization_id = :organization AND user_id = :user FOR UPDATE
            """;

    private static final String INSERT = """
            INSERT INTO signin_passkey (organization_id, id, user_id, name, credential_id, credential, sign_count,
                backup_eligible, backed_up, transports, added_at)
            VALUES (:organization, :id, :user, :name, :credentialId, :credential, :signCount,
                :backupEligible, :backedUp, :transports, :addedAt)
            """;

    private static final String SELECT_OF_USER = """
            SELECT organization_id, id, user_id, name, credential_id, credential, sign_count, backup_eligible,
                backed_up, transports, added_at, used_at
            FROM signin_passkey WHERE organization_id = :organization AND user_id = :user ORDER BY added_at, id
            """;

    private static final String SELECT_BY_CREDENTIAL = """
            SELECT organization_id, id, user_id, name, credential_id, credential, sign_count, backup_eligible,
                backed_up, transports, added_at, used_at
            FROM signin_passkey WHERE organization_id = :organization AND credential_id = :credentialId
            """;

    /// A counter that does not increase indicates a cloned key. Devices without a counter always report 0.
    private static final String USE = """
            UPDATE signin_passkey SET sign_count = :signCount, backed_up = :backedUp, used_at = :now
            WHERE organization_id = :organization AND id = :id
                AND (sign_count < :signCount OR (sign_count = 0 AND :signCount = 0))
            """;

    private static final String RENAME = """
            UPDATE signin_passkey SET name = :name
            WHERE organization_id = :organization AND user_id = :user AND id = :id
            """;

    private static final String DELETE = """
            DELETE FROM signin_passkey WHERE organization_id = :organization AND user_id = :user AND id = :id
            """;

    private static final String HOLDERS = """
            SELECT DISTINCT user_id FROM signin_passkey WHERE organization_id = :organization
            """;

    private PasskeyStore() {}

    /// Returns the user handle of a person for WebAuthn, creating it on first use. It never changes.
    static byte[] handle(Handle handle, User user, byte[] fresh) {
        of(handle.createUpdate(INSERT_PERSON), user).bind("handle", fresh).execute();
        return of(handle.createQuery(SELECT_PERSON), user).mapTo(byte[].class).one();
    }

    static Optional<byte[]> findHandle(Handle handle, UUID organizationId, UUID userId) {
        return handle.createQuery(SELECT_PERSON)
                .bind("organization", organizationId)
                .bind("user", userId)
                .mapTo(byte[].class)
                .findOne();
    }

    /// Blocks concurrent additions of passkeys for a person until the transaction ends.
    static void lock(Handle handle, User user) {
        of(handle.createQuery(LOCK_PERSON), user).mapTo(byte[].class).one();
    }

    static void insert(Handle handle, Passkey passkey) {
        handle.createUpdate(INSERT)
                .bind("organization", passkey.organizationId())
                .bind("id", passkey.id())
                .bind("user", passkey.userId())
                .bind("name", passkey.name())
                .bind("credentialId", passkey.credentialId())
                .bind("credential", passkey.credential())
                .bind("signCount", passkey.signCount())
                .bind("backupEligible", passkey.backupEligible())
                .bind("backedUp", passkey.backedUp())
                .bind("transports", String.join(" ", passkey.transports()))
                .bind("addedAt", passkey.addedAt())
                .execute();
    }

    static List<Passkey> ofUser(Handle handle, User user) {
        return of(handle.createQuery(SELECT_OF_USER), user)
                .map((row, _) -> read(row))
                .list();
    }

    /// Returns the users of an organization that have passkeys.
    static List<UUID> holders(Handle handle, UUID organizationId) {
        return handle.createQuery(HOLDERS)
                .bind("organization", organizationId)
                .mapTo(UUID.class)
                .list();
    }

    static Optional<Passkey> find(Handle handle, UUID organizationId, byte[] credentialId) {
        return handle.createQuery(SELECT_BY_CREDENTIAL)
                .bind("organization", organizationId)
                .bind("credentialId", credentialId)
                .map((row, _) -> read(row))
                .findOne();
    }

    /// @return false if the passkey is gone, or was used with this count or a greater one by another transaction
    static boolean use(Handle handle, Passkey passkey, long signCount, boolean backedUp, Instant now) {
        return handle.createUpdate(USE)
                        .bind("organization", passkey.organizationId())
                        .bind("id", passkey.id())
                        .bind("signCount", signCount)
                        .bind("backedUp", backedUp)
                        .bind("now", now)
                        .execute()
                == 1;
    }

    static boolean rename(Handle handle, User user, UUID id, String name) {
        return of(handle.createUpdate(RENAME), user)
                        .bind("id", id)
                        .bind("name", name)
                        .execute()
                == 1;
    }

    static boolean delete(Handle handle, User user, UUID id) {
        return of(handle.createUpdate(DELETE), user).bind("id", id).execute() == 1;
    }

    private static <S extends SqlStatement<S>> S of(S statement, User user) {
        return statement.bind("organization", user.organizationId()).bind("user", user.id());
    }

    private static Passkey read(ResultSet row) throws SQLException {
        return new Passkey(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                row.getObject("user_id", UUID.class),
                row.getString("name"),
                row.getBytes("credential_id"),
                row.getBytes("credential"),
                row.getLong("sign_count"),
                row.getBoolean("backup_eligible"),
                row.getBoolean("backed_up"),
                Stream.of(row.getString("transports").split(" "))
                        .filter(each -> !each.isEmpty())
                        .toList(),
                Times.instant(row, "added_at"),
                Optional.ofNullable(row.getObject("used_at", OffsetDateTime.class))
                        .map(OffsetDateTime::toInstant));
    }
}
