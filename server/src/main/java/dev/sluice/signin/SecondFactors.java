package dev.sluice.signin;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.mail.Mail;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.text.Sha256;
import dev.sluice.vault.Vault;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/// Second factors of users: time-based codes of an app, and recovery codes as a fallback.
public final class SecondFactors {
    public static final int RECOVERY_CODES = 10;
    /// Length of a displayed recovery code, with room for pasted white space.
    public static final int CODE_LENGTH_MAX = 64;

    private static final String PURPOSE = "signin_totp";
    private static final int RECOVERY_BYTES = 20;
    private static final int GROUP = 4;
    private static final Duration CONFIRMED_WITHIN = Duration.ofMinutes(15);
    private static final Pattern DIGITS = Pattern.compile("\\d{6}");
    /// Older, shorter codes stay valid.
    private static final Pattern RECOVERY = Pattern.compile("[A-Z2-7]{16}([A-Z2-7]{8}){0,2}");

    private final Database database;
    private final Vault vault;
    private final Clocks clocks;
    private final Mails mails;
    private final Users users;
    private final Sessions sessions;
    private final Throttle throttle;
    private final SecureRandom random;

    SecondFactors(Dependencies dependencies, Users users, Sessions sessions, Throttle throttle, SecureRandom random) {
        this.database = dependencies.database();
        this.vault = dependencies.vault();
        this.clocks = dependencies.clocks();
        this.mails = dependencies.mails();
        this.users = users;
        this.sessions = sessions;
        this.throttle = throttle;
        this.random = random;
    }

    /// Shared dependencies of this module.
    record Dependencies(Database database, Vault vault, Clocks clocks, Mails mails) {}

    /// Returns true if the user has turned codes on.
    public boolean isOn(User user) {
        return database.read(handle -> isOn(handle, user));
    }

    /// Returns true if the user has turned codes on, in the caller's transaction.
    static boolean isOn(Handle handle, User user) {
        return TotpStore.find(handle, user)
                .flatMap(TotpStore.Sealed::confirmedAt)
                .isPresent();
    }

    /// Returns the users of an organization that have turned codes on.
    public Set<UUID> of(UUID organizationId) {
        return Set.copyOf(database.read(handle -> TotpStore.withSecondFactor(handle, organizationId)));
    }

    /// Returns true if a visitor has a second factor, has not yet proved it, and a password alone is not enough.
    /// Until then the visitor may not change any second factor.
    public boolean owesProof(Visitor visitor) {
        return database.read(handle -> owesProof(handle, visitor));
    }

    /// Checks [#owesProof(Visitor)] in the caller's transaction.
    static boolean owesProof(Handle handle, Visitor visitor) {
        return !visitor.isProved()
                && (!PasskeyStore.ofUser(handle, visitor.user()).isEmpty() || isOn(handle, visitor.user()));
    }

    public int recoveryCodesLeft(User user) {
        return database.read(handle -> TotpStore.countCodes(handle, user));
    }

    /// Creates an unconfirmed TOTP secret after the person has proved the password. Confirmation has to follow
    /// soon and in the same session. Otherwise the person could confirm a secret that an attacker created and
    /// knows. A confirmed secret stays in use.
    public Attempt<Boolean> begin(Visitor visitor, String password) {
        var user = visitor.user();
        return Attempt.ofPassword(throttle, user, List.of(AttemptLimit.password(user.id())), () -> {
            if (owesProof(visitor) || !users.isPassword(user, password)) {
                return Optional.empty();
            }
            var secret = Totp.fresh(random).secret();
            var sealed = vault.seal(user.organizationId(), PURPOSE, secret);
            database.run(tx -> {
                sessions.hold(tx, visitor);
                TotpStore.begin(tx.handle(), visitor, sealed, clocks.realInstant());
            });
            return Optional.of(true);
        });
    }

    /// Returns the secret that this visitor has created and not yet confirmed.
    public Optional<Totp> enrolling(Visitor visitor) {
        return database.read(handle -> TotpStore.find(handle, visitor.user()))
                .filter(stored -> isBegun(stored, visitor, clocks.realInstant()))
                .map(stored -> opened(visitor.user(), stored));
    }

    private static boolean isBegun(TotpStore.Sealed stored, Visitor visitor, Instant now) {
        return stored.confirmedAt().isEmpty()
                && visitor.sessionId().equals(stored.sessionId())
                && stored.madeAt().plus(CONFIRMED_WITHIN).isAfter(now);
    }

    /// Confirms that the app has the secret. Renews the visitor's session and ends all others.
    ///
    /// @param mail mail that notifies the person
    public Attempt<Started> confirm(Visitor visitor, String code, ClientInfo client, Function<User, Mail> mail) {
        var user = visitor.user();
        return Attempt.at(
                throttle,
                AttemptLimit.code(user.id()),
                () -> database.inTx(tx -> {
                    // Lock first: a concurrent sign-in by password alone waits, or has finished
                    // and its session is ended here.
                    sessions.hold(tx, visitor);
                    return TotpStore.find(tx.handle(), user).flatMap(stored -> {
                        var now = clocks.realInstant();
                        var step = opened(user, stored).stepOf(plain(code), now);
                        if (owesProof(tx.handle(), visitor)
                                || !isBegun(stored, visitor, now)
                                || step.isEmpty()
                                || !TotpStore.confirm(tx.handle(), user, stored, step.getAsLong(), now)) {
                            return Optional.empty();
                        }
                        if (PasskeyStore.ofUser(tx.handle(), user).isEmpty()) {
                            users.recordFirstFactor(tx, user);
                        }
                        sessions.endOthers(tx, visitor);
                        mails.send(tx, user.organizationId(), mail.apply(user));
                        return Optional.of(
                                new Started(sessions.renew(tx, visitor, client, true), recoveryCodes(tx, user)));
                    });
                }));
    }

    /// A confirmed second factor.
    ///
    /// @param recoveryCodes shown only once
    public record Started(String sessionToken, List<String> recoveryCodes) {
        /// Never shows any of it.
        @Override
        public String toString() {
            return "Started[]";
        }
    }

    /// Turns codes off after the person has proved password and code.
    ///
    /// @param mail mail that notifies the person
    public Attempt<Boolean> turnOff(Visitor visitor, String password, String code, Function<User, Mail> mail) {
        var user = visitor.user();
        var buckets = List.of(AttemptLimit.password(user.id()), AttemptLimit.code(user.id()));
        return Attempt.ofPassword(throttle, user, buckets, () -> {
            if (!users.isPassword(user, password)) {
                return Optional.empty();
            }
            return database.inTx(tx -> {
                sessions.hold(tx, visitor);
                if (!verifyCode(tx, user, code)) {
                    return Optional.empty();
                }
                TotpStore.delete(tx.handle(), user);
                mails.send(tx, user.organizationId(), mail.apply(user));
                return Optional.of(true);
            });
        });
    }

    /// Turns codes off unconditionally.
    void delete(Tx tx, User user) {
        TotpStore.delete(tx.handle(), user);
    }

    /// Deletes an unconfirmed secret.
    static void deleteUnconfirmed(Tx tx, User user) {
        TotpStore.deleteBegun(tx.handle(), user);
    }

    /// Replaces the recovery codes.
    ///
    /// @param mail mail that notifies the person
    public Attempt<List<String>> renewCodes(Visitor visitor, String code, Function<User, Mail> mail) {
        var user = visitor.user();
        return Attempt.at(
                throttle,
                AttemptLimit.code(user.id()),
                () -> database.inTx(tx -> {
                    sessions.hold(tx, visitor);
                    if (!verifyCode(tx, user, code)) {
                        return Optional.empty();
                    }
                    mails.send(tx, user.organizationId(), mail.apply(user));
                    return Optional.of(recoveryCodes(tx, user));
                }));
    }

    /// Returns true if the text has the form of an app's code.
    static boolean isCode(String text) {
        return DIGITS.matcher(plain(text)).matches();
    }

    /// Checks a code of this user and uses it up.
    boolean verifyCode(Tx tx, User user, String code) {
        var plain = plain(code);
        if (DIGITS.matcher(plain).matches()) {
            var step = TotpStore.find(tx.handle(), user)
                    .filter(stored -> stored.confirmedAt().isPresent())
                    .map(stored -> opened(user, stored).stepOf(plain, clocks.realInstant()));
            return step.isPresent()
                    && step.get().isPresent()
                    && TotpStore.use(tx.handle(), user, step.get().getAsLong());
        }
        return RECOVERY.matcher(plain).matches() && TotpStore.useCode(tx.handle(), user, hash(plain));
    }

    private List<String> recoveryCodes(Tx tx, User user) {
        TotpStore.deleteCodes(tx.handle(), user);
        var codes = Stream.generate(this::recoveryCode).limit(RECOVERY_CODES).toList();
        codes.forEach(code -> TotpStore.insertCode(tx.handle(), user, hash(plain(code))));
        return codes;
    }

    /// Returns 160 random bits in groups of letters. They need no salt or slow hash.
    private String recoveryCode() {
        var bytes = new byte[RECOVERY_BYTES];
        random.nextBytes(bytes);
        return Base32.text(bytes).replaceAll("(.{" + GROUP + "})(?=.)", "$1-");
    }

    private Totp opened(User user, TotpStore.Sealed sealed) {
        return new Totp(
                vault.open(user.organizationId(), PURPOSE, sealed.sealed()), sealed.confirmedAt(), sealed.lastStep());
    }

    private static String plain(String code) {
        return code.replaceAll("[\\s-]", "").toUpperCase(Locale.ROOT);
    }

    private static byte[] hash(String code) {
        return Sha256.of(code);
    }
}
