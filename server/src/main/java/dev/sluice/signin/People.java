package dev.sluice.signin;

import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.mail.Mail;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.Team;
import dev.sluice.merchant.Team.Outcome;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import java.util.List;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;

/// The people of an organization, as those who manage them see them. Whoever loses access is out at once.
public final class People {
    private final Database database;
    private final Users users;
    private final Team team;
    private final Sessions sessions;
    private final Tickets tickets;
    private final SecondFactors factors;
    private final Passkeys passkeys;
    private final Mails mails;
    private final PasswordLinks links;

    People(
            Database database,
            Users users,
            Team team,
            Sessions sessions,
            Tickets tickets,
            SecondFactors factors,
            Passkeys passkeys,
            Mails mails,
            PasswordLinks links) {
        this.database = database;
        this.users = users;
        this.team = team;
        this.sessions = sessions;
        this.tickets = tickets;
        this.factors = factors;
        this.passkeys = passkeys;
        this.mails = mails;
        this.links = links;
    }

    /// A person, whether they are asked for more than a password, and whether they have passkeys.
    public record Member(User user, boolean secondFactor, boolean passkeys) {
        /// Whether they can come in where a password alone is not enough.
        public boolean isProvable() {
            return secondFactor || passkeys;
        }
    }

    /// Everybody but operators, the oldest first.
    public List<Member> of(UUID organizationId) {
        var secured = factors.of(organizationId);
        var holders = passkeys.holders(organizationId);
        return users.list(organizationId).stream()
                .filter(user -> Team.ROLES.contains(user.role()))
                .map(user -> new Member(user, secured.contains(user.id()), holders.contains(user.id())))
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
        if (!links.mayInvite(actor.organizationId(), email)) {
            return Outcome.LATER;
        }
        return invite(actor.organizationId(), email, name, role, letter);
    }

    /// The same for whoever runs the service, in a transaction of the caller's.
    ///
    /// @throws IllegalArgumentException where the address is malformed or taken
    public void invite(
            Tx tx, UUID organizationId, String email, String name, Role role, BiFunction<User, String, Mail> letter) {
        links.invite(tx, users.invite(tx, organizationId, email, name, role), letter);
    }

    /// Sends another link to somebody who was invited and has never come, also one who has lost access meanwhile, in a
    /// transaction of the caller's.
    ///
    /// @return false for somebody who has come
    public boolean inviteAgain(Tx tx, UUID organizationId, UUID id, BiFunction<User, String, Mail> letter) {
        var waiting = team.expect(tx, organizationId, id);
        waiting.ifPresent(user -> links.invite(tx, user, letter));
        return waiting.isPresent();
    }

    /// Takes an invitation back: its link is good no more, and its address is free. Who has come already is another
    /// matter.
    public Outcome withdraw(UUID organizationId, UUID id) {
        return database.inTx(tx -> {
            var invited = team.invited(tx, organizationId, id);
            invited.ifPresent(user -> {
                tickets.revoke(tx, organizationId, id);
                users.forget(tx, user);
            });
            return invited.isPresent() ? Outcome.DONE : Outcome.NOT_FOUND;
        });
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
        var known = users.find(actor.organizationId(), id);
        if (known.isPresent()
                && !links.mayInvite(actor.organizationId(), known.get().email())) {
            return Outcome.LATER;
        }
        return database.inTx(tx -> {
            var invited = team.invited(tx, actor.organizationId(), id)
                    .filter(user -> user.disabledAt().isEmpty());
            invited.ifPresent(user -> links.invite(tx, user, letter));
            return invited.isPresent() ? Outcome.DONE : Outcome.NOT_FOUND;
        });
    }

    public Outcome setRole(User actor, UUID id, Role role) {
        return database.inTx(tx -> team.setRole(tx, actor, id, role));
    }

    public Outcome takeAccess(User actor, UUID id) {
        return database.inTx(tx -> {
            var outcome = team.takeAccess(tx, actor, id);
            if (outcome == Outcome.DONE) {
                signOut(tx, actor.organizationId(), id);
            }
            return outcome;
        });
    }

    /// The same for whoever runs the service, in a transaction of the caller's.
    ///
    /// @throws IllegalArgumentException where there is no such person
    public void takeAccess(Tx tx, UUID organizationId, String email) {
        signOut(tx, organizationId, users.disable(tx, organizationId, email));
    }

    /// Nothing from before lets them in again, should they get access back.
    private void signOut(Tx tx, UUID organizationId, UUID id) {
        sessions.endAll(tx, organizationId, id);
        tickets.revoke(tx, organizationId, id);
    }

    /// Forgets what somebody proves themselves with beside a password, because they have lost it: the codes of an app,
    /// recovery codes and passkeys. They are signed out.
    ///
    /// @param letter tells the person
    public Outcome resetFactors(User actor, UUID id, Function<User, Mail> letter) {
        return database.inTx(tx -> team.help(tx, actor, id, user -> resetFactors(tx, user, letter)));
    }

    /// The same for whoever runs the service, in a transaction of the caller's.
    public void resetFactors(Tx tx, User user, Function<User, Mail> letter) {
        users.lock(tx, user);
        factors.forget(tx, user);
        passkeys.forget(tx, user);
        sessions.endAll(tx, user.organizationId(), user.id());
        mails.send(tx, user.organizationId(), letter.apply(user));
    }

    /// Gives somebody a generated password, as whoever runs the service does for who has no other way to one, in a
    /// transaction of the caller's. They are signed out, and links from before set none; what they prove themselves
    /// with beside it stays.
    ///
    /// @param first whether they have to set another, within days
    /// @param letter tells the person
    public User.WithPassword renewPassword(Tx tx, User user, boolean first, Function<User, Mail> letter) {
        // Before anybody is signed out: who signs in meanwhile by the old one waits for this, and is not let in.
        var renewed = users.renewPassword(tx, user, first);
        signOut(tx, user.organizationId(), user.id());
        SecondFactors.forgetBegun(tx, user);
        mails.send(tx, user.organizationId(), letter.apply(user));
        return renewed;
    }

    public Outcome giveAccess(User actor, UUID id) {
        return database.inTx(tx -> team.giveAccess(tx, actor, id));
    }
}
