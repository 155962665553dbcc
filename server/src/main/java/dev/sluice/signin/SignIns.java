package dev.sluice.signin;

import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.merchant.Users.Proof;
import dev.sluice.refusal.Refused;
import dev.sluice.signin.SignInTally.Step;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/// The way in: a password, then a code or a passkey where the person wants it so; or a passkey alone.
public final class SignIns {
    private final Database database;
    private final Strictness strictness;
    private final Users users;
    private final Sessions sessions;
    private final SecondFactors factors;
    private final Passkeys passkeys;
    private final Tickets tickets;
    private final Throttle throttle;
    private final Devices devices;
    private final SignInTally tally = new SignInTally();

    SignIns(
            Database database,
            Strictness strictness,
            Users users,
            Sessions sessions,
            SecondFactors factors,
            Passkeys passkeys,
            Tickets tickets,
            Throttle throttle,
            Devices devices) {
        this.database = database;
        this.strictness = strictness;
        this.users = users;
        this.sessions = sessions;
        this.factors = factors;
        this.passkeys = passkeys;
        this.tickets = tickets;
        this.throttle = throttle;
        this.devices = devices;
    }

    /// Has the counts of attempts among a node's metrics.
    void bindTo(MeterRegistry meters) {
        tally.bindTo(meters);
    }

    /// How far somebody got.
    public sealed interface Entry {
        User user();

        /// In.
        ///
        /// @param device what the browser keeps, see [Devices]
        record Full(User user, String sessionToken, String device) implements Entry {}

        /// A password of their own is wanted, since somebody else has seen the one that they showed.
        ///
        /// @param link sets it, as one in a mail does
        record Owing(User user, String link) implements Entry {}

        /// A code is wanted.
        record Half(User user, String ticket) implements Entry {}
    }

    /// Signs in by a password. An unknown address is answered like a wrong password, and counted like one.
    ///
    /// @param device what the browser kept from an earlier time; empty where nothing
    public Attempt<Entry> withPassword(String email, String password, Seat seat, String device) {
        return tally.counted(Step.PASSWORD, tryPassword(email, password, seat, device));
    }

    private Attempt<Entry> tryPassword(String email, String password, Seat seat, String device) {
        var account = email.strip().toLowerCase(Locale.ROOT);
        var place = Bucket.place(seat.address());
        var known = devices.known(account, device);
        var bucket = Bucket.account(account, known);
        var right = Bucket.right(account, known);
        var wait = throttle.enter(place, bucket, right);
        if (wait.isPresent()) {
            return new Attempt.Later<>(wait.get());
        }
        var entry = proved(account, password, List.of(place, bucket, right)).flatMap(proof -> entered(proof, seat));
        if (entry.isEmpty()) {
            throttle.giveBack(right);
            return new Attempt.Wrong<>();
        }
        throttle.giveBack(place);
        throttle.forget(bucket);
        // One that signs in again stays the same, as it is counted by its name.
        return new Attempt.Right<>(
                entry.get() instanceof Entry.Full full && !known.isEmpty()
                        ? new Entry.Full(full.user(), full.sessionToken(), device)
                        : entry.get());
    }

    /// How far a password leads that was somebody's a moment ago. Whoever sets another one ends what this begins; where
    /// that is done already, it leads nowhere. Where a password alone is not enough, whoever has passkeys
    /// shows one, as others show a code.
    private Optional<Entry> entered(Proof proof, Seat seat) {
        var user = proof.user();
        boolean owes = user.firstPasswordUntil().isPresent();
        boolean passkeyWanted = strictness.wantsMoreOf(user) && passkeys.party().isPresent();
        return database.inTx(tx -> {
            if (!users.isStill(tx, proof)) {
                return Optional.empty();
            }
            if (owes) {
                return Optional.of(new Entry.Owing(user, tickets.issue(tx, user, Ticket.Kind.RESET)));
            }
            // Only now: whoever turns a second step on has done it, or waits for this and ends what it begins.
            boolean isHalf = SecondFactors.isOn(tx.handle(), user)
                    || (passkeyWanted && !PasskeyStore.ofUser(tx.handle(), user).isEmpty());
            return Optional.of(
                    isHalf
                            ? new Entry.Half(user, tickets.issue(tx, user, Ticket.Kind.SECOND_FACTOR))
                            : full(user, sessions.open(tx, user, seat, false)));
        });
    }

    /// An attempt that was not looked at, because too many were, is none.
    private Optional<Proof> proved(String account, String password, List<Bucket> buckets) {
        try {
            return users.prove(account, password);
        } catch (Refused busy) {
            buckets.forEach(throttle::giveBack);
            throw busy;
        }
    }

    /// Whether somebody is half in.
    public boolean isHalf(String ticket) {
        return half(ticket).isPresent();
    }

    /// Whether somebody is half in who has codes for the second step.
    public boolean hasCodes(String ticket) {
        return half(ticket).map(good -> factors.isOn(good.user())).orElse(false);
    }

    /// Whether somebody is half in who has a passkey for the second step.
    public boolean hasPasskey(String ticket) {
        return passkeys.party().isPresent()
                && half(ticket).map(good -> !passkeys.of(good.user()).isEmpty()).orElse(false);
    }

    private Optional<Tickets.Good> half(String ticket) {
        return tickets.find(ticket, EnumSet.of(Ticket.Kind.SECOND_FACTOR));
    }

    /// Who has an address, with or without access.
    public Optional<User> named(String email) {
        return users.find(email.strip().toLowerCase(Locale.ROOT));
    }

    /// Who is half in.
    public Optional<User> halfIn(String ticket) {
        return half(ticket).map(Tickets.Good::user);
    }

    /// Whose passkey an answer claims to be from.
    public Optional<User> claimed(String answer) {
        return passkeys.signed(answer).flatMap(passkeys::claimed);
    }

    /// The second step: a code of the app, or a recovery code. Nothing, where nobody is half in.
    public Optional<Attempt<Entry>> withCode(String ticket, String code, Seat seat) {
        return half(ticket)
                .map(good -> Attempt.at(
                        throttle,
                        Bucket.code(good.user().id()),
                        () -> secondStep(good, seat, tx -> factors.takes(tx, good.user(), code))))
                .map(attempt -> tally.counted(Step.CODE, attempt));
    }

    /// What a browser is asked for to sign in by a passkey alone. Nothing, where there can be no passkeys.
    public Optional<PasskeyAsk> askForPasskey() {
        return passkeys.ask(Challenges.Use.SIGN_IN, "", List.of());
    }

    /// The same for the second step of who is half in and has a passkey.
    public Optional<PasskeyAsk> askForPasskey(String ticket) {
        return half(ticket)
                .flatMap(good -> Optional.of(passkeys.of(good.user()))
                        .filter(all -> !all.isEmpty())
                        .flatMap(all -> passkeys.ask(Challenges.Use.SECOND_STEP, subject(good), all)));
    }

    /// Signs in by a passkey alone.
    ///
    /// @param cookie what the browser kept since it was asked
    public Attempt<Entry> withPasskey(String cookie, String answer, Seat seat) {
        return tally.counted(Step.PASSKEY, tryPasskey(cookie, answer, seat));
    }

    private Attempt<Entry> tryPasskey(String cookie, String answer, Seat seat) {
        var place = Bucket.place(seat.address());
        var signed = passkeys.signed(answer);
        var bucket = Bucket.passkey(
                signed.map(each -> Passkeys.key(each.credentialId())).orElse(""));
        var wait = signed.isEmpty() ? throttle.enter(place) : throttle.enter(place, bucket);
        if (wait.isPresent()) {
            return new Attempt.Later<>(wait.get());
        }
        // Whoever is to be found by a passkey alone says who they are; the device knows.
        var entry = signed.filter(each -> each.userHandle() != null)
                .flatMap(each -> passkeys.proved(Challenges.Use.SIGN_IN, "", cookie, each))
                .flatMap(proof -> database.inTx(tx -> {
                    users.lock(tx, proof.user());
                    return passkeys.use(tx, proof)
                            ? Optional.of(full(proof.user(), sessions.open(tx, proof.user(), seat, true)))
                            : Optional.empty();
                }));
        if (entry.isEmpty()) {
            return new Attempt.Wrong<>();
        }
        throttle.giveBack(place);
        throttle.forget(bucket);
        return new Attempt.Right<>(entry.get());
    }

    /// The second step by a passkey. Nothing, where nobody is half in.
    public Optional<Attempt<Entry>> withPasskey(String ticket, String cookie, String answer, Seat seat) {
        return half(ticket)
                .map(good -> Attempt.at(
                        throttle, Bucket.code(good.user().id()), () -> secondStep(good, cookie, answer, seat)))
                .map(attempt -> tally.counted(Step.PASSKEY, attempt));
    }

    private Optional<Entry> secondStep(Tickets.Good good, String cookie, String answer, Seat seat) {
        return passkeys.signed(answer)
                .flatMap(signed -> passkeys.proved(Challenges.Use.SECOND_STEP, subject(good), cookie, signed))
                .filter(proof -> proof.user().id().equals(good.user().id()))
                .flatMap(proof -> secondStep(good, seat, tx -> passkeys.use(tx, proof)));
    }

    /// Uses the proof and the ticket, and begins the session, unless the password was set anew meanwhile.
    private Optional<Entry> secondStep(Tickets.Good good, Seat seat, Predicate<Tx> proof) {
        return database.inTx(tx -> {
            users.lock(tx, good.user());
            return proof.test(tx) && tickets.use(tx, good.ticket())
                    ? Optional.of(full(good.user(), sessions.open(tx, good.user(), seat, true)))
                    : Optional.empty();
        });
    }

    private static String subject(Tickets.Good good) {
        return good.ticket().id().toString();
    }

    private Entry full(User user, String sessionToken) {
        return new Entry.Full(user, sessionToken, devices.remember(user.email()));
    }
}
