package dev.sluice.signin;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Issues, checks and uses tickets.
final class Tickets {
    /// Tickets that set a password.
    static final Set<Ticket.Kind> PASSWORD = EnumSet.of(Ticket.Kind.RESET, Ticket.Kind.INVITATION);

    private final Database database;
    private final Clocks clocks;
    private final Users users;
    private final SecureRandom random;

    Tickets(Database database, Clocks clocks, Users users, SecureRandom random) {
        this.database = database;
        this.clocks = clocks;
        this.users = users;
        this.random = random;
    }

    /// Issues a ticket and returns its text.
    String issue(Tx tx, User user, Ticket.Kind kind) {
        var token = Token.fresh(random, user.organizationId(), clocks.newId());
        TicketStore.insert(
                tx.handle(),
                new Ticket(
                        user.organizationId(),
                        token.id(),
                        user.id(),
                        kind,
                        token.sha256(),
                        clocks.realInstant().plus(kind.lifetime())));
        return token.text();
    }

    /// Returns a valid ticket and its user if they have access.
    Optional<Good> find(String text, Set<Ticket.Kind> kinds) {
        var now = clocks.realInstant();
        return Token.parse(text)
                .flatMap(token -> database.read(handle -> TicketStore.find(handle, token))
                        .filter(ticket -> token.isOf(ticket.tokenSha256())))
                .filter(ticket ->
                        kinds.contains(ticket.kind()) && ticket.expiresAt().isAfter(now))
                .flatMap(ticket -> users.find(ticket.organizationId(), ticket.userId())
                        .filter(user -> user.disabledAt().isEmpty())
                        .map(user -> new Good(ticket, user)));
    }

    /// @return false if the ticket was used in between
    boolean use(Tx tx, Ticket ticket) {
        return TicketStore.delete(tx.handle(), ticket);
    }

    /// Revokes all tickets of a user.
    void revoke(Tx tx, UUID organizationId, UUID userId) {
        TicketStore.deleteAll(tx.handle(), organizationId, userId);
    }

    void deleteExpired(Instant now) {
        database.run(tx -> TicketStore.deleteExpired(tx.handle(), now));
    }

    /// A valid ticket and its user.
    record Good(Ticket ticket, User user) {}
}
