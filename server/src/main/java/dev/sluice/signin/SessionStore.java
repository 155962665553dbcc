package dev.sluice.signin;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of `signin_session`.
final class SessionStore {
    private static final String INSERT = """
            INSERT INTO signin_session (organization_id, id, user_id, token_sha256, address, agent, strong, begun_at,
                seen_at)
            VALUES (:organization, :id, :user, :token, :address, :agent, :strong, :begunAt, :begunAt)
            """;

    private static final String SELECT = """
            SELECT organization_id, id, user_id, token_sha256, address, agent, strong, begun_at, seen_at
            FROM signin_session WHERE organization_id = :organization AND id = :id
            """;

    private static final String SELECT_SOME = """
            SELECT session.organization_id, session.id, session.user_id, session.token_sha256, session.address,
                   session.agent, session.strong, session.begun_at, session.seen_at
            FROM unnest(?::uuid[], ?::uuid[]) AS asked (organization_id, id)
            JOIN signin_session session USING (organization_id, id)
            """;

    private static final String SELECT_OF_USER = """
            SELECT organization_id, id, user_id, token_sha256, address, agent, strong, begun_at, seen_at
            FROM signin_session WHERE organization_id = :organization AND user_id = :user ORDER BY seen_at DESC, id
            """;

    private static final String LOCK = """
            SELECT id FROM signin_session
            WHERE organization_id = :organization AND user_id = :user AND id = :id FOR UPDATE
            """;

    private static final String SEEN = """
            UPDATE signin_session SET seen_at = :now WHERE organization_id = :organization AND id = :id
            """;

    private static final String DELETE = """
            DELETE FROM signin_session WHERE organization_id = :organization AND user_id = :user AND id = :id
            """;

    private static final String DELETE_ALL = """
            DELETE FROM signin_session WHERE organization_id = :organization AND user_id = :user
            """;

    private static final String DELETE_OTHERS = """
            DELETE FROM signin_session
            WHERE organization_id = :organization AND user_id = :user AND id <> :kept
            """;

    private static final String SWEEP = """
            DELETE FROM signin_session WHERE seen_at < :seenBefore OR begun_at < :begunBefore
            """;

    private SessionStore() {}

    static void insert(Handle handle, Session session) {
        handle.createUpdate(INSERT)
                .bind("organization", session.organizationId())
                .bind("id", session.id())
                .bind("user", session.userId())
                .bind("token", session.tokenSha256())
                .bind("address", session.address())
                .bind("agent", session.agent())
                .bind("strong", session.strong())
                .bind("begunAt", session.begunAt())
                .execute();
    }

    static Optional<Session> find(Handle handle, UUID organizationId, UUID id) {
        return handle.createQuery(SELECT)
                .bind("organization", organizationId)
                .bind("id", id)
                .map((row, _) -> read(row))
                .findOne();
    }

    static List<Session> of(Handle handle, List<Visitor> visitors) {
        return Batch.of(SELECT_SOME)
                .uuids(visitors, Visitor::organizationId)
                .uuids(visitors, Visitor::sessionId)
                .query(handle, SessionStore::read);
    }

    static List<Session> ofUser(Handle handle, UUID organizationId, UUID userId) {
        return handle.createQuery(SELECT_OF_USER)
                .bind("organization", organizationId)
                .bind("user", userId)
                .map((row, _) -> read(row))
                .list();
    }

    static void recordUse(Handle handle, Session session, Instant now) {
        handle.createUpdate(SEEN)
                .bind("organization", session.organizationId())
                .bind("id", session.id())
                .bind("now", now)
                .execute();
    }

    /// Locks a session until the transaction ends; false if it does not exist.
    static boolean lock(Handle handle, UUID organizationId, UUID userId, UUID id) {
        return handle.createQuery(LOCK)
                .bind("organization", organizationId)
                .bind("user", userId)
                .bind("id", id)
                .mapTo(UUID.class)
                .findOne()
                .isPresent();
    }

    static int delete(Handle handle, UUID organizationId, UUID userId, UUID id) {
        return handle.createUpdate(DELETE)
                .bind("organization", organizationId)
                .bind("user", userId)
                .bind("id", id)
                .execute();
    }

    static int deleteAll(Handle handle, UUID organizationId, UUID userId) {
        return handle.createUpdate(DELETE_ALL)
                .bind("organization", organizationId)
                .bind("user", userId)
                .execute();
    }

    static int deleteOthers(Handle handle, UUID organizationId, UUID userId, UUID stored) {
        return handle.createUpdate(DELETE_OTHERS)
                .bind("organization", organizationId)
                .bind("user", userId)
                .bind("kept", stored)
                .execute();
    }

    static int deleteExpired(Handle handle, Instant seenBefore, Instant begunBefore) {
        return handle.createUpdate(SWEEP)
                .bind("seenBefore", seenBefore)
                .bind("begunBefore", begunBefore)
                .execute();
    }

    private static Session read(ResultSet row) throws SQLException {
        return new Session(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                row.getObject("user_id", UUID.class),
                row.getBytes("token_sha256"),
                row.getString("address"),
                row.getString("agent"),
                row.getBoolean("strong"),
                Times.instant(row, "begun_at"),
                Times.instant(row, "seen_at"));
    }
}
