package dev.sluice.signin;

import dev.sluice.db.Database;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.refusal.Refused;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;

/// The way in: a password, then a code where the person wants it so.
public final class SignIns {
    private final Database database;
    private final Users users;
    private final Sessions sessions;
    private final SecondFactors factors;
    private final Tickets tickets;
    private final Throttle throttle;
    private final Devices devices;

    SignIns(
            Database database,
            Users users,
            Sessions sessions,
            SecondFactors factors,
            Tickets tickets,
            Throttle throttle,
            Devices devices) {
        this.database = database;
        this.users = users;
        this.sessions = sessions;
        this.factors = factors;
        this.tickets = tickets;
        this.throttle = throttle;
        this.devices = devices;
    }

    /// How far somebody got.
    public sealed interface Entry {
        User user();

        /// In.
        ///
        /// @param device what the browser keeps, see [Devices]
        record Full(User user, String sessionToken, String device) implements Entry {}

        /// A code is wanted.
        record Half(User user, String ticket) implements Entry {}
    }

    /// Signs in by a password. An unknown address is answered like a wrong password, and counted like one.
    ///
    /// @param device what the browser kept from an earlier time; empty where nothing
    public Attempt<Entry> withPassword(String email, String password, Seat seat, String device) {
        var account = email.strip().toLowerCase(Locale.ROOT);
        var place = Bucket.place(seat.address());
        var bucket = Bucket.account(account, devices.known(account, device));
        var wait = throttle.enter(place, bucket);
        if (wait.isPresent()) {
            return new Attempt.Later<>(wait.get());
        }
        var user = authenticated(account, password, place, bucket);
        if (user.isEmpty()) {
            return new Attempt.Wrong<>();
        }
        throttle.giveBack(place);
        throttle.forget(bucket);
        return new Attempt.Right<>(
                factors.isOn(user.get())
                        ? new Entry.Half(
                                user.get(),
                                database.inTx(tx -> tickets.issue(tx, user.get(), Ticket.Kind.SECOND_FACTOR)))
                        : full(user.get(), seat, false));
    }

    /// An attempt that was not looked at, because too many were, is none.
    private Optional<User> authenticated(String account, String password, Bucket place, Bucket bucket) {
        try {
            return users.authenticate(account, password);
        } catch (Refused busy) {
            throttle.giveBack(place);
            throttle.giveBack(bucket);
            throw busy;
        }
    }

    /// Whether somebody is half in.
    public boolean isHalf(String ticket) {
        return tickets.find(ticket, EnumSet.of(Ticket.Kind.SECOND_FACTOR)).isPresent();
    }

    /// The second step: a code of the app, or a recovery code. Nothing, where nobody is half in.
    public Optional<Attempt<Entry>> withCode(String ticket, String code, Seat seat) {
        return tickets.find(ticket, EnumSet.of(Ticket.Kind.SECOND_FACTOR))
                .map(good -> Attempt.at(
                        throttle,
                        Bucket.proof(good.user().id()),
                        () -> takes(good, code) ? Optional.of(full(good.user(), seat, true)) : Optional.empty()));
    }

    private boolean takes(Tickets.Good good, String code) {
        return database.inTx(tx -> factors.takes(tx, good.user(), code) && tickets.use(tx, good.ticket()));
    }

    private Entry full(User user, Seat seat, boolean strong) {
        return new Entry.Full(
                user, sessions.open(user, seat.address(), seat.agent(), strong), devices.remember(user.email()));
    }
}
