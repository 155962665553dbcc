package dev.sluice.merchant;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of `merchant_user`.
final class UserStore {
    private static final String SELECT = """
            SELECT organization_id, id, email, name, role, password_hash, disabled_at
            FROM merchant_user WHERE organization_id = :organizationId AND email = :email
            """;

    private static final String SELECT_ALL = """
            SELECT organization_id, id, email, name, role, password_hash, disabled_at
            FROM merchant_user WHERE organization_id = :organizationId ORDER BY id
            """;

    private static final String INSERT = """
            INSERT INTO merchant_user (organization_id, id, email, name, role, password_hash)
            VALUES (:organizationId, :id, :email, :name, :role, :passwordHash)
            """;

    private static final String DISABLE = """
            UPDATE merchant_user SET disabled_at = coalesce(disabled_at, :now)
            WHERE organization_id = :organizationId AND email = :email
            """;

    private UserStore() {}

    static Optional<Stored> find(Handle handle, UUID organizationId, String email) {
        return handle.createQuery(SELECT)
                .bind("organizationId", organizationId)
                .bind("email", email)
                .map((row, _) -> new Stored(user(row), row.getString("password_hash")))
                .findOne();
    }

    static List<User> list(Handle handle, UUID organizationId) {
        return handle.createQuery(SELECT_ALL)
                .bind("organizationId", organizationId)
                .map((row, _) -> user(row))
                .list();
    }

    static void insert(Handle handle, User user, String passwordHash) {
        handle.createUpdate(INSERT)
                .bind("organizationId", user.organizationId())
                .bind("id", user.id())
                .bind("email", user.email())
                .bind("name", user.name())
                .bind("role", user.role().name())
                .bind("passwordHash", passwordHash)
                .execute();
    }

    static int disable(Handle handle, UUID organizationId, String email, Instant now) {
        return handle.createUpdate(DISABLE)
                .bind("organizationId", organizationId)
                .bind("email", email)
                .bind("now", now)
                .execute();
    }

    private static User user(ResultSet row) throws SQLException {
        return new User(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                row.getString("email"),
                row.getString("name"),
                User.Role.valueOf(row.getString("role")),
                Optional.ofNullable(row.getObject("disabled_at", OffsetDateTime.class))
                        .map(OffsetDateTime::toInstant));
    }

    /// A person and the hash of their password.
    record Stored(User user, String passwordHash) {}
}
