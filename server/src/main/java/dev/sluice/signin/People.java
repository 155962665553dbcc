package dev.sluice.signin;

import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.mail.Mail;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Consent;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.Team;
import dev.sluice.merchant.Team.Outcome;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import java.util.List;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;

/// User management of an organization. Removing access takes effect at once.
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

    /// A user with their second factors.
    ///
    /// @param secondFactor true if codes are on
    /// @param passkeys true if the user has any
    public record Member(User user, boolean secondFactor, boolean passkeys) {
        /// Returns true if the user can sign in if a password alone is not enough.
        public boolean isProvable() {
            return secondFactor || passkeys;
        }
    }

    /// Returns all users except operators, the oldest first.
    public List<Member> of(UUID organizationId) {
        var secured = factors.of(organizationId);
        var holders = passkeys.holders(organizationId);
        return users.list(organizationId).stream()
                .filter(user -> Team.ROLES.contains(user.role()))
                .map(user -> new Member(user, secured.contains(user.id()), holders.contains(user.id())))
                .toList();
    }

    /// Invites a person by a mailed link that sets a password.
    ///
    /// @param email a well-formed address; `name` is well-formed, too
    /// @param mail builds the mail from the user and the link's token
    public Outcome invite(
            User actor, String email, String name, Role role, Consent consent, BiFunction<User, String, Mail> mail) {
        if (!Team.mayBring(actor, role)) {
            return Outcome.OWNERS_ONLY;
        }
        if (!links.mayInvite(actor.organizationId(), email)) {
            return Outcome.LATER;
        }
        return invite(actor.organizationId(), email, name, role, consent, mail);
    }

    /// Invites on behalf of the operator, in the caller's transaction.
    ///
    /// @throws IllegalArgumentException if the address is malformed or taken
    public void invite(
            Tx tx,
            UUID organizationId,
            String email,
            String name,
            Role role,
            Consent consent,
            BiFunction<User, String, Mail> mail) {
        links.invite(tx, users.invite(tx, organizationId, email, name, role, consent), mail);
    }

    /// Renews the invitation of a user who has never signed in, even if their access was removed, in the caller's
    /// transaction.
    ///
    /// @return false if the user has set a password
    public boolean inviteAgain(
            Tx tx, UUID organizationId, UUID id, Consent consent, BiFunction<User, String, Mail> mail) {
        var waiting = team.expect(tx, organizationId, id, consent);
        waiting.ifPresent(user -> links.invite(tx, user, mail));
        return waiting.isPresent();
    }

    /// Withdraws an invitation: revokes its link and frees its address. Has no effect on users who have joined.
    public Outcome withdraw(UUID organizationId, UUID id) {
        return database.inTx(tx -> {
            var invited = team.invited(tx, organizationId, id);
            invited.ifPresent(user -> {
                tickets.revoke(tx, organizationId, id);
                users.delete(tx, user);
            });
            return invited.isPresent() ? Outcome.DONE : Outcome.NOT_FOUND;
        });
    }

    private Outcome invite(
            UUID organizationId,
            String email,
            String name,
            Role role,
            Consent consent,
            BiFunction<User, String, Mail> mail) {
        if (users.find(email).isPresent()) {
            return Outcome.TAKEN;
        }
        database.run(tx -> invite(tx, organizationId, email, name, role, consent, mail));
        return Outcome.DONE;
    }

    /// Sends a new link and revokes the earlier ones.
    public Outcome inviteAgain(User actor, UUID id, BiFunction<User, String, Mail> mail) {
        var known = users.find(actor.organizationId(), id);
        if (known.isPresent()
                && !links.mayInvite(actor.organizationId(), known.get().email())) {
            return Outcome.LATER;
        }
        return database.inTx(tx -> {
            var invited = team.invited(tx, actor.organizationId(), id)
                    .filter(user -> user.disabledAt().isEmpty());
            invited.ifPresent(user -> links.invite(tx, user, mail));
            return invited.isPresent() ? Outcome.DONE : Outcome.NOT_FOUND;
        });
    }

    public Outcome setRole(User actor, UUID id, Role role, Consent consent) {
        return database.inTx(tx -> team.setRole(tx, actor, id, role, consent));
    }

    public Outcome removeAccess(User actor, UUID id) {
        return database.inTx(tx -> {
            var outcome = team.removeAccess(tx, actor, id);
            if (outcome == Outcome.DONE) {
                signOut(tx, actor.organizationId(), id);
            }
            return outcome;
        });
    }

    /// Removes access on behalf of the operator, in the caller's transaction.
    ///
    /// @throws IllegalArgumentException if there is no such user
    public void removeAccess(Tx tx, UUID organizationId, String email) {
        signOut(tx, organizationId, users.disable(tx, organizationId, email));
    }

    /// Revokes everything that would let the user in again if they got access back.
    private void signOut(Tx tx, UUID organizationId, UUID id) {
        sessions.endAll(tx, organizationId, id);
        tickets.revoke(tx, organizationId, id);
    }

    /// Deletes the second factors of a user who has lost them: the TOTP secret, recovery codes and passkeys. Signs
    /// the user out.
    ///
    /// @param mail mail that notifies the person
    public Outcome resetFactors(User actor, UUID id, Consent consent, Function<User, Mail> mail) {
        return database.inTx(tx -> team.help(tx, actor, id, user -> resetFactors(tx, user, consent, mail)));
    }

    /// Deletes second factors on behalf of the operator, in the caller's transaction.
    public void resetFactors(Tx tx, User user, Consent consent, Function<User, Mail> mail) {
        users.lock(tx, user);
        users.recordEntitlement(tx, user, consent);
        factors.delete(tx, user);
        passkeys.deleteAll(tx, user);
        sessions.endAll(tx, user.organizationId(), user.id());
        mails.send(tx, user.organizationId(), mail.apply(user));
    }

    /// Sets a generated password on behalf of the operator, in the caller's transaction. Signs the user out and
    /// revokes links. Second factors stay.
    ///
    /// @param first true if the user has to choose another password within days
    /// @param mail mail that notifies the person
    public User.WithPassword renewPassword(Tx tx, User user, boolean first, Function<User, Mail> mail) {
        // Change the password before ending sessions: a concurrent sign-in with the old password waits for
        // this lock and then fails.
        var renewed = users.renewPassword(tx, user, first);
        signOut(tx, user.organizationId(), user.id());
        SecondFactors.deleteUnconfirmed(tx, user);
        mails.send(tx, user.organizationId(), mail.apply(user));
        return renewed;
    }

    public Outcome restoreAccess(User actor, UUID id, Consent consent) {
        return database.inTx(tx -> team.restoreAccess(tx, actor, id, consent));
    }
}
