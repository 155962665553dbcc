package dev.sluice.signin;

import dev.sluice.merchant.User;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;

/// SQL of `signin_totp` and `signin_recovery_code`.
final class TotpStore {
    /// Never replaces a confirmed secret.
    private static final String BEGIN = """
            INSERT INTO signin_totp (organization_id, user_id, session_id, sealed, made_at, last_step)
            VALUES (:organization, :user, :session, :sealed, :now, 0)
            ON CONFLICT (organization_id, user_id) DO UPDATE
            SET session_id = excluded.session_id, sealed = excluded.sealed, made_at = excluded.made_at, last_step = 0
            WHERE signin_totp.confirmed_at IS NULL
            """;

    private static final String SELECT = """
            SELECT sealed, session_id, made_at, confirmed_at, last_step FROM signin_totp
            WHERE organization_id = :organization AND user_id = :user
            """;

    private static final String CONFIRM = """
            UPDATE signin_totp SET confirmed_at = :now, last_step = :step
            WHERE organization_id = :organization AND user_id = :user AND confirmed_at IS NULL AND sealed = :sealed
            """;

    /// Accepts each step once, even under concurrency.
    private static final String USE = """
            UPDATE signin_totp SET last_step = :step
            WHERE organization_id = :organization AND user_id = :user AND confirmed_at IS NOT NULL
                AND last_step < :step
            """;

    private static final String DELETE = """
            DELETE FROM signin_totp WHERE organization_id = :organization AND user_id = :user
            """;

    private static final String DELETE_BEGUN = """
            DELETE FROM signin_totp
            WHERE organization_id = :organization AND user_id = :user AND confirmed_at IS NULL
            """;

    private static final String PROTECTED = """
            SELECT user_id FROM signin_totp WHERE organization_id = :organization AND confirmed_at IS NOT NULL
            """;

    private static final String INSERT_CODE = """
            INSERT INTO signin_recovery_code (organization_id, user_id, code_sha256)
            VALUES (:organization, :user, :code)
            """;

    private static final String USE_CODE = """
            DELETE FROM signin_recovery_code
            WHERE organization_id = :organization AND user_id = :user AND code_sha256 = :code
            """;

    private static final String DELETE_CODES = """
            DELETE FROM signin_recovery_code WHERE organization_id = :organization AND user_id = :user
            """;

    private static final String COUNT_CODES = """
            SELECT count(*) FROM signin_recovery_code WHERE organization_id = :organization AND user_id = :user
            """;

    private TotpStore() {}

    static void begin(Handle handle, Visitor visitor, byte[] sealed, Instant now) {
        of(handle.createUpdate(BEGIN), visitor.user())
                .bind("session", visitor.sessionId())
                .bind("sealed", sealed)
                .bind("now", now)
                .execute();
    }

    static Optional<Sealed> find(Handle handle, User user) {
        return of(handle.createQuery(SELECT), user)
                .map((row, _) -> new Sealed(
                        row.getBytes("sealed"),
                        row.getObject("session_id", UUID.class),
                        row.getObject("made_at", OffsetDateTime.class).toInstant(),
                        Optional.ofNullable(row.getObject("confirmed_at", OffsetDateTime.class))
                                .map(OffsetDateTime::toInstant),
                        row.getLong("last_step")))
                .findOne();
    }

    static boolean confirm(Handle handle, User user, Sealed sealed, long step, Instant now) {
        return of(handle.createUpdate(CONFIRM), user)
                        .bind("sealed", sealed.sealed())
                        .bind("step", step)
                        .bind("now", now)
                        .execute()
                == 1;
    }

    static boolean use(Handle handle, User user, long step) {
        return of(handle.createUpdate(USE), user).bind("step", step).execute() == 1;
    }

    static void delete(Handle handle, User user) {
        of(handle.createUpdate(DELETE), user).execute();
        deleteCodes(handle, user);
    }

    /// Deletes an unconfirmed secret.
    static void deleteBegun(Handle handle, User user) {
        of(handle.createUpdate(DELETE_BEGUN), user).execute();
    }

    static List<UUID> withSecondFactor(Handle handle, UUID organizationId) {
        return handle.createQuery(PROTECTED)
                .bind("organization", organizationId)
                .mapTo(UUID.class)
                .list();
    }

    static void insertCode(Handle handle, User user, byte[] sha256) {
        of(handle.createUpdate(INSERT_CODE), user).bind("code", sha256).execute();
    }

    static boolean useCode(Handle handle, User user, byte[] sha256) {
        return of(handle.createUpdate(USE_CODE), user).bind("code", sha256).execute() == 1;
    }

    static void deleteCodes(Handle handle, User user) {
        of(handle.createUpdate(DELETE_CODES), user).execute();
    }

    static int countCodes(Handle handle, User user) {
        return of(handle.createQuery(COUNT_CODES), user).mapTo(Integer.class).one();
    }

    private static <S extends SqlStatement<S>> S of(S statement, User user) {
        return statement.bind("organization", user.organizationId()).bind("user", user.id());
    }

    /// Encrypted secret of a row.
    ///
    /// @param sessionId the session that created it
    record Sealed(byte[] sealed, UUID sessionId, Instant madeAt, Optional<Instant> confirmedAt, long lastStep) {}
}
