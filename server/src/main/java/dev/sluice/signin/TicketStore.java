package dev.sluice.signin;

import dev.sluice.db.Times;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of `signin_ticket`.
final class TicketStore {
    private static final String INSERT = """
            INSERT INTO signin_ticket (organization_id, id, user_id, kind, token_sha256, expires_at)
            VALUES (:organization, :id, :user, :kind, :token, :expiresAt)
            """;

    private static final String SELECT = """
            SELECT organization_id, id, user_id, kind, token_sha256, expires_at FROM signin_ticket
            WHERE organization_id = :organization AND id = :id
            """;

    private static final String DELETE = """
            DELETE FROM signin_ticket WHERE organization_id = :organization AND id = :id
            """;

    private static final String DELETE_ALL = """
            DELETE FROM signin_ticket WHERE organization_id = :organization AND user_id = :user
            """;

    private static final String SWEEP = """
            DELETE FROM signin_ticket WHERE expires_at < :now
            """;

    private TicketStore() {}

    static void insert(Handle handle, Ticket ticket) {
        handle.createUpdate(INSERT)
                .bind("organization", ticket.organizationId())
                .bind("id", ticket.id())
                .bind("user", ticket.userId())
                .bind("kind", ticket.kind().name())
                .bind("token", ticket.tokenSha256())
                .bind("expiresAt", ticket.expiresAt())
                .execute();
    }

    static Optional<Ticket> find(Handle handle, Token token) {
        return handle.createQuery(SELECT)
                .bind("organization", token.organizationId())
                .bind("id", token.id())
                .map((row, _) -> new Ticket(
                        row.getObject("organization_id", UUID.class),
                        row.getObject("id", UUID.class),
                        row.getObject("user_id", UUID.class),
                        Ticket.Kind.valueOf(row.getString("kind")),
                        row.getBytes("token_sha256"),
                        Times.instant(row, "expires_at")))
                .findOne();
    }

    /// @return false if the ticket was used in between
    static boolean delete(Handle handle, Ticket ticket) {
        return handle.createUpdate(DELETE)
                        .bind("organization", ticket.organizationId())
                        .bind("id", ticket.id())
                        .execute()
                == 1;
    }

    static void deleteAll(Handle handle, UUID organizationId, UUID userId) {
        handle.createUpdate(DELETE_ALL)
                .bind("organization", organizationId)
                .bind("user", userId)
                .execute();
    }

    static int deleteExpired(Handle handle, Instant now) {
        return handle.createUpdate(SWEEP).bind("now", now).execute();
    }
}
