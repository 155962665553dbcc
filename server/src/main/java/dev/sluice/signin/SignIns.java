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

/// Sign-in: by a password, then a code or a passkey if the user has a second factor; or by a passkey alone.
public final class SignIns {
    private final Database database;
    private final SecondFactorPolicy policy;
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
            SecondFactorPolicy policy,
            Users users,
            Sessions sessions,
            SecondFactors factors,
            Passkeys passkeys,
            Tickets tickets,
            Throttle throttle,
            Devices devices) {
        this.database = database;
        this.policy = policy;
        this.users = users;
        this.sessions = sessions;
        this.factors = factors;
        this.passkeys = passkeys;
        this.tickets = tickets;
        this.throttle = throttle;
        this.devices = devices;
    }

    /// Registers the counters of attempts.
    void bindTo(MeterRegistry meters) {
        tally.bindTo(meters);
    }

    /// Progress of a sign-in.
    public sealed interface Entry {
        User user();

        /// Signed in.
        ///
        /// @param device the device cookie, see [Devices]
        record SignedIn(User user, String sessionToken, String device) implements Entry {}

        /// The user has to choose a password, since another person has seen the current one.
        ///
        /// @param link sets the password, as a mailed link does
        record MustChangePassword(User user, String link) implements Entry {}

        /// A second factor is required.
        record AwaitingSecondFactor(User user, String ticket) implements Entry {}
    }

    /// Signs in by a password. An unknown address gets the answer to a wrong password and counts as one.
    ///
    /// @param device the device cookie of an earlier sign-in; empty if there is none
    public Attempt<Entry> withPassword(String email, String password, ClientInfo client, String device) {
        return tally.counted(Step.PASSWORD, tryPassword(email, password, client, device));
    }

    private Attempt<Entry> tryPassword(String email, String password, ClientInfo client, String device) {
        var account = email.strip().toLowerCase(Locale.ROOT);
        var place = AttemptLimit.ofNetwork(client.address());
        var known = devices.known(account, device);
        var limit = AttemptLimit.account(account, known);
        var right = AttemptLimit.correctPassword(account, known);
        var wait = throttle.tryAcquire(place, limit, right);
        if (wait.isPresent()) {
            return new Attempt.Later<>(wait.get());
        }
        var entry = proved(account, password, List.of(place, limit, right)).flatMap(proof -> entered(proof, client));
        if (entry.isEmpty()) {
            throttle.release(right);
            return new Attempt.Wrong<>();
        }
        throttle.release(place);
        throttle.reset(limit);
        // Keep the cookie of a known browser, since its attempts are counted by its nonce.
        return new Attempt.Right<>(
                entry.get() instanceof Entry.SignedIn signedIn && !known.isEmpty()
                        ? new Entry.SignedIn(signedIn.user(), signedIn.sessionToken(), device)
                        : entry.get());
    }

    /// Continues a sign-in after a right password. The proof may be stale: a concurrent password change either
    /// ends the session that this begins, or has committed and makes this fail. If a password alone is not enough,
    /// a user with passkeys has to prove one, as others prove a code.
    private Optional<Entry> entered(Proof proof, ClientInfo client) {
        var user = proof.user();
        boolean owes = user.firstPasswordUntil().isPresent();
        boolean passkeyWanted = policy.wantsMoreOf(user) && passkeys.party().isPresent();
        return database.inTx(tx -> {
            if (!users.isStill(tx, proof)) {
                return Optional.empty();
            }
            if (owes) {
                return Optional.of(new Entry.MustChangePassword(user, tickets.issue(tx, user, Ticket.Kind.RESET)));
            }
            // Check after the lock: a concurrent activation of the second factor has committed, or waits
            // for this transaction and ends the session that it opens.
            boolean isHalf = SecondFactors.isOn(tx.handle(), user)
                    || (passkeyWanted && !PasskeyStore.ofUser(tx.handle(), user).isEmpty());
            return Optional.of(
                    isHalf
                            ? new Entry.AwaitingSecondFactor(user, tickets.issue(tx, user, Ticket.Kind.SECOND_FACTOR))
                            : full(user, sessions.open(tx, user, client, false)));
        });
    }

    /// Does not count an attempt that was never checked because of overload.
    private Optional<Proof> proved(String account, String password, List<AttemptLimit> buckets) {
        try {
            return users.verifyPassword(account, password);
        } catch (Refused busy) {
            buckets.forEach(throttle::release);
            throw busy;
        }
    }

    /// Returns true if the ticket awaits a second factor.
    public boolean awaitsSecondFactor(String ticket) {
        return ticketAwaitingSecondFactor(ticket).isPresent();
    }

    /// Returns true if the ticket awaits a second factor and its user has codes.
    public boolean hasCodes(String ticket) {
        return ticketAwaitingSecondFactor(ticket)
                .map(good -> factors.isOn(good.user()))
                .orElse(false);
    }

    /// Returns true if the ticket awaits a second factor and its user has a passkey.
    public boolean hasPasskey(String ticket) {
        return passkeys.party().isPresent()
                && ticketAwaitingSecondFactor(ticket)
                        .map(good -> !passkeys.of(good.user()).isEmpty())
                        .orElse(false);
    }

    private Optional<Tickets.Good> ticketAwaitingSecondFactor(String ticket) {
        return tickets.find(ticket, EnumSet.of(Ticket.Kind.SECOND_FACTOR));
    }

    /// Returns the user of an address, with or without access.
    public Optional<User> named(String email) {
        return users.find(email.strip().toLowerCase(Locale.ROOT));
    }

    /// Returns the user of a ticket that awaits a second factor.
    public Optional<User> awaitingSecondFactor(String ticket) {
        return ticketAwaitingSecondFactor(ticket).map(Tickets.Good::user);
    }

    /// Returns the owner of the passkey that an answer claims, unverified.
    public Optional<User> claimed(String answer) {
        return passkeys.signed(answer).flatMap(passkeys::claimed);
    }

    /// Second step by a TOTP or recovery code. Empty if the ticket is not valid.
    public Optional<Attempt<Entry>> withCode(String ticket, String code, ClientInfo client) {
        return ticketAwaitingSecondFactor(ticket)
                .map(good -> Attempt.at(
                        throttle,
                        AttemptLimit.code(good.user().id()),
                        () -> secondStep(good, client, tx -> factors.verifyCode(tx, good.user(), code))))
                .map(attempt -> tally.counted(Step.CODE, attempt));
    }

    /// Requests a passkey for a sign-in without password. Empty if the service cannot have passkeys.
    public Optional<PasskeyAsk> askForPasskey() {
        return passkeys.request(Challenges.Use.SIGN_IN, "", List.of());
    }

    /// Requests a passkey for the second step. Empty if the ticket is not valid or its user has no passkeys.
    public Optional<PasskeyAsk> askForPasskey(String ticket) {
        return ticketAwaitingSecondFactor(ticket)
                .flatMap(good -> Optional.of(passkeys.of(good.user()))
                        .filter(all -> !all.isEmpty())
                        .flatMap(all -> passkeys.request(Challenges.Use.SECOND_STEP, subject(good), all)));
    }

    /// Signs in by a passkey alone.
    ///
    /// @param cookie the cookie of the request
    public Attempt<Entry> withPasskey(String cookie, String answer, ClientInfo client) {
        return tally.counted(Step.PASSKEY, tryPasskey(cookie, answer, client));
    }

    private Attempt<Entry> tryPasskey(String cookie, String answer, ClientInfo client) {
        var place = AttemptLimit.ofNetwork(client.address());
        var signed = passkeys.signed(answer);
        var limit = AttemptLimit.passkey(
                signed.map(each -> Passkeys.key(each.credentialId())).orElse(""));
        var wait = signed.isEmpty() ? throttle.tryAcquire(place) : throttle.tryAcquire(place, limit);
        if (wait.isPresent()) {
            return new Attempt.Later<>(wait.get());
        }
        // Without a password, the answer has to name its user; the device knows the handle.
        var entry = signed.filter(each -> each.userHandle() != null)
                .flatMap(each -> passkeys.proved(Challenges.Use.SIGN_IN, "", cookie, each))
                .flatMap(proof -> database.inTx(tx -> {
                    users.lock(tx, proof.user());
                    return passkeys.use(tx, proof)
                            ? Optional.of(full(proof.user(), sessions.open(tx, proof.user(), client, true)))
                            : Optional.empty();
                }));
        if (entry.isEmpty()) {
            return new Attempt.Wrong<>();
        }
        throttle.release(place);
        throttle.reset(limit);
        return new Attempt.Right<>(entry.get());
    }

    /// Second step by a passkey. Empty if the ticket is not valid.
    public Optional<Attempt<Entry>> withPasskey(String ticket, String cookie, String answer, ClientInfo client) {
        return ticketAwaitingSecondFactor(ticket)
                .map(good -> Attempt.at(
                        throttle, AttemptLimit.code(good.user().id()), () -> secondStep(good, cookie, answer, client)))
                .map(attempt -> tally.counted(Step.PASSKEY, attempt));
    }

    private Optional<Entry> secondStep(Tickets.Good good, String cookie, String answer, ClientInfo client) {
        return passkeys.signed(answer)
                .flatMap(signed -> passkeys.proved(Challenges.Use.SECOND_STEP, subject(good), cookie, signed))
                .filter(proof -> proof.user().id().equals(good.user().id()))
                .flatMap(proof -> secondStep(good, client, tx -> passkeys.use(tx, proof)));
    }

    /// Uses up proof and ticket and opens the session, unless the password changed in between.
    private Optional<Entry> secondStep(Tickets.Good good, ClientInfo client, Predicate<Tx> proof) {
        return database.inTx(tx -> {
            users.lock(tx, good.user());
            return proof.test(tx) && tickets.use(tx, good.ticket())
                    ? Optional.of(full(good.user(), sessions.open(tx, good.user(), client, true)))
                    : Optional.empty();
        });
    }

    private static String subject(Tickets.Good good) {
        return good.ticket().id().toString();
    }

    private Entry full(User user, String sessionToken) {
        return new Entry.SignedIn(user, sessionToken, devices.remember(user.email()));
    }
}
