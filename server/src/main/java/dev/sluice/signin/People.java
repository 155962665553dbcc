package dev.sluice.signin;

import dev.sluice.db.Database;
import dev.sluice.mail.Mail;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.Team;
import dev.sluice.merchant.Team.Outcome;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import java.util.List;
import java.util.UUID;
import java.util.function.BiFunction;

/// The people of an organization, as those who manage them see them. Whoever loses access is out at once.
public final class People {
    private final Database database;
    private final Users users;
    private final Team team;
    private final Sessions sessions;
    private final Tickets tickets;
    private final SecondFactors factors;
    private final PasswordLinks links;

    People(
            Database database,
            Users users,
            Team team,
            Sessions sessions,
            Tickets tickets,
            SecondFactors factors,
            PasswordLinks links) {
        this.database = database;
        this.users = users;
        this.team = team;
        this.sessions = sessions;
        this.tickets = tickets;
        this.factors = factors;
        this.links = links;
    }

    /// A person, and whether they are asked for more than a password.
    public record Member(User user, boolean secondFactor) {}

    /// Everybody but operators, the oldest first.
    public List<Member> of(UUID organizationId) {
        var secured = factors.of(organizationId);
        return users.list(organizationId).stream()
                .filter(user -> Team.ROLES.contains(user.role()))
                .map(user -> new Member(user, secured.contains(user.id())))
                .toList();
    }

    /// Makes a person who gets a link to set a password.
    ///
    /// @param email and `name` are well-formed
    /// @param letter makes the mail of the person and what the link carries
    public Outcome invite(User actor, String email, String name, Role role, BiFunction<User, String, Mail> letter) {
        if (!Team.mayBring(actor, role)) {
            return Outcome.OWNERS_ONLY;
        }
        return invite(actor.organizationId(), email, name, role, letter);
    }

    /// The same of an owner, as operators do for an organization that has nobody yet.
    public Outcome inviteOwner(UUID organizationId, String email, String name, BiFunction<User, String, Mail> letter) {
        return invite(organizationId, email, name, Role.OWNER, letter);
    }

    private Outcome invite(
            UUID organizationId, String email, String name, Role role, BiFunction<User, String, Mail> letter) {
        if (users.find(email).isPresent()) {
            return Outcome.TAKEN;
        }
        database.run(tx -> links.invite(tx, users.invite(tx, organizationId, email, name, role), letter));
        return Outcome.DONE;
    }

    /// Sends the link again; those from before are good no more.
    public Outcome inviteAgain(User actor, UUID id, BiFunction<User, String, Mail> letter) {
        var invited = users.find(actor.organizationId(), id)
                .filter(user -> user.invited() && user.disabledAt().isEmpty());
        if (invited.isEmpty()) {
            return Outcome.NOT_FOUND;
        }
        database.run(tx -> links.invite(tx, invited.get(), letter));
        return Outcome.DONE;
    }

    public Outcome setRole(User actor, UUID id, Role role) {
        return database.inTx(tx -> team.setRole(tx, actor, id, role));
    }

    public Outcome takeAccess(User actor, UUID id) {
        return database.inTx(tx -> {
            var outcome = team.takeAccess(tx, actor, id);
            if (outcome == Outcome.DONE) {
                sessions.endAll(tx, actor.organizationId(), id);
                tickets.revoke(tx, actor.organizationId(), id);
            }
            return outcome;
        });
    }

    public Outcome giveAccess(User actor, UUID id) {
        return database.inTx(tx -> team.giveAccess(tx, actor, id));
    }
}
