package dev.sluice.merchant;

import dev.sluice.db.Batch;
import dev.sluice.db.Pending;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Update;

/// SQL of `merchant_user`.
final class UserStore {
    private static final String COLUMNS = """
            organization_id, id, email, name, role, password_hash, first_password_until, disabled_at, seen_at,
            time_zone, entitled_at, entitled_by_two
            """;

    private static final String SELECT = "SELECT " + COLUMNS + """
            FROM merchant_user WHERE organization_id = :organizationId AND email = :email
            """;

    private static final String SELECT_BY_ID = "SELECT " + COLUMNS + """
            FROM merchant_user WHERE organization_id = :organizationId AND id = :id
            """;

    private static final String SELECT_SOME = "SELECT " + COLUMNS + """
            FROM (SELECT DISTINCT * FROM unnest(?::uuid[], ?::uuid[]) AS named (organization_id, id)) AS asked
            JOIN merchant_user USING (organization_id, id)
            """;

    /// Row lock: nobody changes the users until the transaction ends.
    private static final String HOLD = "SELECT " + COLUMNS + """
            FROM (SELECT DISTINCT * FROM unnest(?::uuid[], ?::uuid[]) AS named (organization_id, id)) AS asked
            JOIN merchant_user USING (organization_id, id)
            ORDER BY organization_id, id FOR SHARE OF merchant_user
            """;

    private static final String SELECT_ALL = "SELECT " + COLUMNS + """
            FROM merchant_user WHERE organization_id = :organizationId ORDER BY id
            """;

    private static final String SELECT_OPERATORS = "SELECT " + COLUMNS + """
            FROM merchant_user WHERE role = 'OPERATOR' ORDER BY organization_id, id
            """;

    /// Collects the matches first: the order of an index would tempt the planner to walk all users.
    private static final String SELECT_NAMED =
            """
            WITH found AS MATERIALIZED (
                SELECT * FROM merchant_user
                WHERE name_grams('00000000-0000-0000-0000-000000000000', lower(name || ' ' || email))
                          @> name_grams('00000000-0000-0000-0000-000000000000', lower(:part))
                      AND strpos(lower(name || ' ' || email), lower(:part)) > 0)
            """ + "SELECT " + COLUMNS + "FROM found ORDER BY organization_id, id LIMIT :limit";

    private static final String SELECT_WITH_ID = "SELECT " + COLUMNS + """
            FROM unnest(:organizations::uuid[]) AS o (organization_id)
            JOIN merchant_user USING (organization_id)
            WHERE id = :id LIMIT 1
            """;

    private static final String LOCK_ALL = "SELECT " + COLUMNS + """
            FROM merchant_user WHERE organization_id = :organizationId ORDER BY id FOR UPDATE
            """;

    private static final String SET_NAME = """
            UPDATE merchant_user SET name = :name WHERE organization_id = :organizationId AND id = :id
            """;

    private static final String SET_TIME_ZONE = """
            UPDATE merchant_user SET time_zone = :timeZone WHERE organization_id = :organizationId AND id = :id
            """;

    private static final String SET_PASSWORD = """
            UPDATE merchant_user SET password_hash = :passwordHash, first_password_until = :firstUntil
            WHERE organization_id = :organizationId AND id = :id
            """;

    /// Row lock on the password hash: other changes of it wait, and so do other callers of this lock.
    private static final String LOCK_HASH = """
            SELECT password_hash FROM merchant_user WHERE organization_id = :organizationId AND id = :id
            FOR NO KEY UPDATE
            """;

    private static final String SEEN = """
            UPDATE merchant_user SET seen_at = :now WHERE organization_id = :organizationId AND id = :id
            """;

    private static final String SET_ROLE = """
            UPDATE merchant_user SET role = :role WHERE organization_id = :organizationId AND id = :id
            """;

    private static final String SET_DISABLED = """
            UPDATE merchant_user SET disabled_at = :disabledAt WHERE organization_id = :organizationId AND id = :id
            """;

    private static final String ENTITLE = """
            UPDATE merchant_user SET entitled_at = :since, entitled_by_two = :byTwo
            WHERE organization_id = :organizationId AND id = :id
            """;

    /// No other person takes part, so an entitlement that two people agreed to stays.
    private static final String ENTITLE_ANEW = """
            UPDATE merchant_user SET entitled_at = :since
            WHERE organization_id = :organizationId AND id = :id AND NOT entitled_by_two
            """;

    private static final String INSERT = """
            INSERT INTO merchant_user (organization_id, id, email, name, role, password_hash, first_password_until,
                entitled_at, entitled_by_two)
            VALUES (:organizationId, :id, :email, :name, :role, :passwordHash, :firstUntil, :since, :byTwo)
            """;

    private static final String DELETE = """
            DELETE FROM merchant_user
            WHERE organization_id = :organizationId AND id = :id AND password_hash IS NULL
            """;

    private static final String DISABLE = """
            UPDATE merchant_user SET disabled_at = coalesce(disabled_at, :now)
            WHERE organization_id = :organizationId AND email = :email
            RETURNING id
            """;

    private UserStore() {}

    static Optional<Stored> find(Handle handle, UUID organizationId, String email) {
        return handle.createQuery(SELECT)
                .bind("organizationId", organizationId)
                .bind("email", email)
                .map((row, _) -> new Stored(user(row), Optional.ofNullable(row.getString("password_hash"))))
                .findOne();
    }

    static List<User> find(Handle handle, List<User> known) {
        return Batch.of(SELECT_SOME)
                .uuids(known, User::organizationId)
                .uuids(known, User::id)
                .query(handle, UserStore::user);
    }

    static Pending<List<User>> hold(Tx tx, List<Users.Ref> refs) {
        return Batch.of(HOLD)
                .uuids(refs, Users.Ref::organizationId)
                .uuids(refs, Users.Ref::id)
                .queueQuery(tx, UserStore::user);
    }

    static List<User> operators(Handle handle) {
        return handle.createQuery(SELECT_OPERATORS).map((row, _) -> user(row)).list();
    }

    static List<User> named(Handle handle, String part, int limit) {
        return handle.createQuery(SELECT_NAMED)
                .bind("part", part)
                .bind("limit", limit)
                .map((row, _) -> user(row))
                .list();
    }

    static Optional<User> find(Handle handle, List<UUID> organizations, UUID id) {
        return handle.createQuery(SELECT_WITH_ID)
                .bindArray("organizations", UUID.class, organizations)
                .bind("id", id)
                .map((row, _) -> user(row))
                .findOne();
    }

    /// Locks all users of an organization until the transaction ends.
    static List<User> lock(Handle handle, UUID organizationId) {
        return handle.createQuery(LOCK_ALL)
                .bind("organizationId", organizationId)
                .map((row, _) -> user(row))
                .list();
    }

    static void setName(Handle handle, User user, String name) {
        of(handle.createUpdate(SET_NAME), user).bind("name", name).execute();
    }

    static void setTimeZone(Handle handle, User user, Optional<ZoneId> timeZone) {
        of(handle.createUpdate(SET_TIME_ZONE), user)
                .bind("timeZone", timeZone.map(ZoneId::getId).orElse(null))
                .execute();
    }

    static void setPassword(Handle handle, User user, String passwordHash, Optional<Instant> firstUntil) {
        of(handle.createUpdate(SET_PASSWORD), user)
                .bind("passwordHash", passwordHash)
                .bind("firstUntil", firstUntil.orElse(null))
                .execute();
    }

    static Optional<String> lockedHash(Handle handle, User user) {
        return handle.createQuery(LOCK_HASH)
                .bind("organizationId", user.organizationId())
                .bind("id", user.id())
                .mapTo(String.class)
                .findOne();
    }

    static void recordActivity(Handle handle, UUID organizationId, UUID id, Instant now) {
        handle.createUpdate(SEEN)
                .bind("organizationId", organizationId)
                .bind("id", id)
                .bind("now", now)
                .execute();
    }

    static void setRole(Handle handle, User user, Role role) {
        of(handle.createUpdate(SET_ROLE), user).bind("role", role.name()).execute();
    }

    static void setDisabled(Handle handle, User user, Optional<Instant> disabledAt) {
        of(handle.createUpdate(SET_DISABLED), user)
                .bind("disabledAt", disabledAt.orElse(null))
                .execute();
    }

    static void recordEntitlement(Handle handle, User user, Entitlement entitlement) {
        entitled(of(handle.createUpdate(ENTITLE), user), entitlement).execute();
    }

    static void recordFirstFactor(Handle handle, User user, Instant since) {
        of(handle.createUpdate(ENTITLE_ANEW), user).bind("since", since).execute();
    }

    private static Update entitled(Update update, Entitlement entitlement) {
        return update.bind("since", entitlement.since()).bind("byTwo", entitlement.consent() == Consent.TWO);
    }

    private static Update of(Update update, User user) {
        return update.bind("organizationId", user.organizationId()).bind("id", user.id());
    }

    static Optional<User> find(Handle handle, UUID organizationId, UUID id) {
        return handle.createQuery(SELECT_BY_ID)
                .bind("organizationId", organizationId)
                .bind("id", id)
                .map((row, _) -> user(row))
                .findOne();
    }

    static List<User> list(Handle handle, UUID organizationId) {
        return handle.createQuery(SELECT_ALL)
                .bind("organizationId", organizationId)
                .map((row, _) -> user(row))
                .list();
    }

    static void insert(Handle handle, User user, Optional<String> passwordHash) {
        entitled(of(handle.createUpdate(INSERT), user), user.entitlement())
                .bind("email", user.email())
                .bind("name", user.name())
                .bind("role", user.role().name())
                .bind("passwordHash", passwordHash.orElse(null))
                .bind("firstUntil", user.firstPasswordUntil().orElse(null))
                .execute();
    }

    /// Deletes a user without a password.
    static void delete(Handle handle, User user) {
        of(handle.createUpdate(DELETE), user).execute();
    }

    /// @return id of the user; nothing if there is no such user
    static Optional<UUID> disable(Handle handle, UUID organizationId, String email, Instant now) {
        return handle.createQuery(DISABLE)
                .bind("organizationId", organizationId)
                .bind("email", email)
                .bind("now", now)
                .mapTo(UUID.class)
                .findOne();
    }

    private static User user(ResultSet row) throws SQLException {
        var entitled =
                new Entitlement(Times.instant(row, "entitled_at"), Consent.of(row.getBoolean("entitled_by_two")));
        return new User(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                row.getString("email"),
                row.getString("name"),
                Role.valueOf(row.getString("role")),
                row.getString("password_hash") == null,
                instant(row, "first_password_until"),
                instant(row, "disabled_at"),
                instant(row, "seen_at"),
                Optional.ofNullable(row.getString("time_zone")).flatMap(TimeZones::find),
                entitled);
    }

    private static Optional<Instant> instant(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, OffsetDateTime.class)).map(OffsetDateTime::toInstant);
    }

    /// A user and the hash of their password, if they have set one.
    record Stored(User user, Optional<String> passwordHash) {}
}
