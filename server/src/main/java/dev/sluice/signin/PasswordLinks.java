package dev.sluice.signin;

import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.mail.Mail;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sets passwords by mailed links, for resets and invitations, and changes passwords of signed-in users.
public final class PasswordLinks {
    private static final Logger LOG = LoggerFactory.getLogger(PasswordLinks.class);

    private final Database database;
    private final Users users;
    private final Sessions sessions;
    private final Tickets tickets;
    private final Throttle throttle;
    private final Mails mails;
    private final Devices devices;
    private final FirstOwner firstOwner;
    private final Executor aside;

    /// @param aside runs work in the background
    PasswordLinks(
            Database database,
            Users users,
            Sessions sessions,
            Tickets tickets,
            Throttle throttle,
            Mails mails,
            Devices devices,
            FirstOwner firstOwner,
            Executor aside) {
        this.database = database;
        this.users = users;
        this.sessions = sessions;
        this.tickets = tickets;
        this.throttle = throttle;
        this.mails = mails;
        this.devices = devices;
        this.firstOwner = firstOwner;
        this.aside = aside;
    }

    /// Mails a reset link if the account exists and has access. The answer and its timing do not depend on that,
    /// because look-up and mail run in the background.
    ///
    /// @param mail builds the mail from the user and the link's token
    /// @return the wait if this network has requested too many links
    public Optional<Duration> sendReset(String email, ClientInfo client, BiFunction<User, String, Mail> mail) {
        var account = email.strip().toLowerCase(Locale.ROOT);
        var wait = throttle.tryAcquire(AttemptLimit.mailPlace(client.address()));
        if (wait.isEmpty()
                && throttle.tryAcquire(AttemptLimit.resetMails(account)).isEmpty()) {
            aside.execute(() -> sendTo(account, mail));
        }
        return wait;
    }

    private void sendTo(String account, BiFunction<User, String, Mail> mail) {
        try {
            users.find(account)
                    .filter(user -> user.disabledAt().isEmpty())
                    .ifPresent(user -> database.run(tx -> send(tx, user, Ticket.Kind.RESET, mail)));
        } catch (RuntimeException failed) {
            LOG.error("a password reset link could not be sent", failed);
        }
    }

    /// Returns true if an organization may send an invitation now, and counts it. All mails share one queue, and
    /// the limit per address prevents flooding a person.
    boolean mayInvite(UUID organizationId, String email) {
        var person = AttemptLimit.invitation(email.strip().toLowerCase(Locale.ROOT));
        return throttle.tryAcquire(AttemptLimit.invitations(organizationId), person)
                .isEmpty();
    }

    /// Mails an invitation link, in the transaction that creates the user.
    public void invite(Tx tx, User user, BiFunction<User, String, Mail> mail) {
        tickets.revoke(tx, user.organizationId(), user.id());
        send(tx, user, Ticket.Kind.INVITATION, mail);
    }

    private void send(Tx tx, User user, Ticket.Kind kind, BiFunction<User, String, Mail> mail) {
        mails.send(tx, user.organizationId(), mail.apply(user, tickets.issue(tx, user, kind)));
    }

    /// Returns the user of a valid link.
    public Optional<User> find(String link) {
        return tickets.find(link, Tickets.PASSWORD).map(Tickets.Good::user);
    }

    /// Sets a password by a link, once. Ends all sessions and revokes all other links. Deletes an unconfirmed
    /// second factor, since a person who knew the old password may have begun it. Remembers the browser as the
    /// owner's, so that strangers do not slow down its sign-ins.
    ///
    /// @param mail mail that notifies the person
    /// @return the device cookie, see [Devices]; nothing if the link is no longer valid
    public Optional<String> set(String link, String password, Function<User, Mail> mail) {
        var good = tickets.find(link, Tickets.PASSWORD);
        if (good.isEmpty()) {
            return Optional.empty();
        }
        var user = good.get().user();
        try {
            users.setPassword(user, password, tx -> {
                if (!tickets.use(tx, good.get().ticket())) {
                    throw new Used();
                }
                sessions.endAll(tx, user.organizationId(), user.id());
                tickets.revoke(tx, user.organizationId(), user.id());
                SecondFactors.deleteUnconfirmed(tx, user);
                firstOwner.passwordSet(tx, user);
                mails.send(tx, user.organizationId(), mail.apply(user));
            });
        } catch (Used inBetween) {
            return Optional.empty();
        }
        return Optional.of(devices.remember(user.email()));
    }

    /// Changes the password of a user who proves the old one. Ends all other sessions, renews this one, and
    /// deletes an unconfirmed second factor.
    ///
    /// @return the session's new token
    /// @throws SessionOver if the session ended, or the password changed, while the new one was hashed
    public Attempt<String> change(
            Visitor visitor, String before, String password, ClientInfo client, Function<User, Mail> mail) {
        var user = visitor.user();
        return Attempt.ofPassword(
                throttle,
                user,
                List.of(AttemptLimit.password(user.id())),
                () -> users.verifyPassword(user, before)
                        .map(proof -> users.changePassword(proof, password, tx -> {
                                    sessions.endOthers(tx, visitor);
                                    tickets.revoke(tx, user.organizationId(), user.id());
                                    SecondFactors.deleteUnconfirmed(tx, user);
                                    mails.send(tx, user.organizationId(), mail.apply(user));
                                    return sessions.renew(tx, visitor, client, visitor.strong());
                                })
                                .orElseThrow(SessionOver::new)));
    }

    /// Another request used the link in between. Rolls back the transaction.
    private static final class Used extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
