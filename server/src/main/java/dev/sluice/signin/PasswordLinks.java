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

/// Passwords that are set by a link in a mail: forgotten ones, and the first ones of who was invited. And those that a
/// person changes by themselves.
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

    /// @param aside does what nobody waits for
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

    /// Sends a link to who forgot their password, if there is such a person with access: the answer is the same, and
    /// takes as long, where there is none, for the rest is done aside.
    ///
    /// @param letter makes the mail of the person and what the link carries
    /// @return how long to wait where too many were asked for from this place
    public Optional<Duration> forgotten(String email, Seat seat, BiFunction<User, String, Mail> letter) {
        var account = email.strip().toLowerCase(Locale.ROOT);
        var wait = throttle.enter(Bucket.letterPlace(seat.address()));
        if (wait.isEmpty() && throttle.enter(Bucket.letters(account)).isEmpty()) {
            aside.execute(() -> sendTo(account, letter));
        }
        return wait;
    }

    private void sendTo(String account, BiFunction<User, String, Mail> letter) {
        try {
            users.find(account)
                    .filter(user -> user.disabledAt().isEmpty())
                    .ifPresent(user -> database.run(tx -> send(tx, user, Ticket.Kind.RESET, letter)));
        } catch (RuntimeException failed) {
            LOG.error("a link for a new password could not be sent", failed);
        }
    }

    /// Whether somebody of an organization may send an invitation now, which counts as one: letters of all wait for
    /// each other, and nobody is to be pelted with them.
    boolean mayInvite(UUID organizationId, String email) {
        var person = Bucket.invitation(email.strip().toLowerCase(Locale.ROOT));
        return throttle.enter(Bucket.invitations(organizationId), person).isEmpty();
    }

    /// Sends a link to who was invited, in the transaction that makes them.
    public void invite(Tx tx, User user, BiFunction<User, String, Mail> letter) {
        tickets.revoke(tx, user.organizationId(), user.id());
        send(tx, user, Ticket.Kind.INVITATION, letter);
    }

    private void send(Tx tx, User user, Ticket.Kind kind, BiFunction<User, String, Mail> letter) {
        mails.send(tx, user.organizationId(), letter.apply(user, tickets.issue(tx, user, kind)));
    }

    /// Whose link it is, while it is good.
    public Optional<User> find(String link) {
        return tickets.find(link, Tickets.PASSWORD).map(Tickets.Good::user);
    }

    /// Sets a password by a link, once. All sessions end, no other link is good, and a second step that
    /// waits to be confirmed is forgotten: whoever knew the password before may have begun it. No stranger
    /// slows down a sign-in in this browser from then on, for it is its owner's.
    ///
    /// @param letter tells the person
    /// @return what the browser keeps, see [Devices]; nothing where the link is good no more
    public Optional<String> set(String link, String password, Function<User, Mail> letter) {
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
                SecondFactors.forgetBegun(tx, user);
                firstOwner.came(tx, user);
                mails.send(tx, user.organizationId(), letter.apply(user));
            });
        } catch (Used inBetween) {
            return Optional.empty();
        }
        return Optional.of(devices.remember(user.email()));
    }

    /// Changes the password of who knows the one from before. All other sessions end, this one begins anew, and a
    /// second step that waits to be confirmed is forgotten.
    ///
    /// @return the session's new token
    /// @throws SessionOver where they were signed out, or another password was set, while this one was hashed
    public Attempt<String> change(
            Visitor visitor, String before, String password, Seat seat, Function<User, Mail> letter) {
        var user = visitor.user();
        return Attempt.ofPassword(
                throttle,
                user,
                List.of(Bucket.password(user.id())),
                () -> users.prove(user, before)
                        .map(proof -> users.changePassword(proof, password, tx -> {
                                    sessions.endOthers(tx, visitor);
                                    tickets.revoke(tx, user.organizationId(), user.id());
                                    SecondFactors.forgetBegun(tx, user);
                                    mails.send(tx, user.organizationId(), letter.apply(user));
                                    return sessions.renew(tx, visitor, seat, visitor.strong());
                                })
                                .orElseThrow(SessionOver::new)));
    }

    /// A link was used by somebody else in between; what was done is rolled back.
    private static final class Used extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
