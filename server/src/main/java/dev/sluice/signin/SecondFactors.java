package dev.sluice.signin;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.hash.Sha256;
import dev.sluice.mail.Mail;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
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

/// People's second factors: codes of an app, and recovery codes for who has lost it.
public final class SecondFactors {
    public static final int RECOVERY_CODES = 10;
    /// As a recovery code is shown, with room for what is pasted around it.
    public static final int CODE_LENGTH_MAX = 64;

    private static final String PURPOSE = "signin_totp";
    private static final int RECOVERY_BYTES = 20;
    private static final int GROUP = 4;
    private static final Duration CONFIRMED_WITHIN = Duration.ofMinutes(15);
    private static final Pattern DIGITS = Pattern.compile("\\d{6}");
    /// The shorter ones were made before there were longer ones, and are good still.
    private static final Pattern RECOVERY = Pattern.compile("[A-Z2-7]{16}([A-Z2-7]{8}){0,2}");

    private final Database database;
    private final Vault vault;
    private final Clocks clocks;
    private final Mails mails;
    private final Users users;
    private final Sessions sessions;
    private final Throttle throttle;
    private final SecureRandom random;

    SecondFactors(Ground ground, Users users, Sessions sessions, Throttle throttle, SecureRandom random) {
        this.database = ground.database();
        this.vault = ground.vault();
        this.clocks = ground.clocks();
        this.mails = ground.mails();
        this.users = users;
        this.sessions = sessions;
        this.throttle = throttle;
        this.random = random;
    }

    /// What this room keeps its things in, and tells people with.
    record Ground(Database database, Vault vault, Clocks clocks, Mails mails) {}

    /// Whether a person is asked for more than a password.
    public boolean isOn(User user) {
        return database.read(handle -> isOn(handle, user));
    }

    /// The same in a transaction of the caller's.
    static boolean isOn(Handle handle, User user) {
        return TotpStore.find(handle, user)
                .flatMap(TotpStore.Sealed::confirmedAt)
                .isPresent();
    }

    /// The people of an organization who are asked for more than a password.
    public Set<UUID> of(UUID organizationId) {
        return Set.copyOf(database.read(handle -> TotpStore.withSecondFactor(handle, organizationId)));
    }

    /// Whether a visitor has yet to show the passkey or the codes that they have, where a password alone is not enough:
    /// until then it changes nothing of what they prove themselves with.
    public boolean owesProof(Visitor visitor) {
        return database.read(handle -> owesProof(handle, visitor));
    }

    /// The same in a transaction of the caller's.
    static boolean owesProof(Handle handle, Visitor visitor) {
        return !visitor.isProved()
                && (!PasskeyStore.ofUser(handle, visitor.user()).isEmpty() || isOn(handle, visitor.user()));
    }

    public int recoveryCodesLeft(User user) {
        return database.read(handle -> TotpStore.countCodes(handle, user));
    }

    /// Makes a secret that is not asked for until it is confirmed, for who proves to be the person: in the same session
    /// and soon, so that nobody is shown what somebody else has begun, and knows. One that is in use stays.
    public Attempt<Boolean> begin(Visitor visitor, String password) {
        var user = visitor.user();
        return Attempt.ofPassword(throttle, user, List.of(Bucket.password(user.id())), () -> {
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

    /// The secret that a visitor began and has yet to confirm.
    public Optional<Totp> enrolling(Visitor visitor) {
        return database.read(handle -> TotpStore.find(handle, visitor.user()))
                .filter(kept -> isBegun(kept, visitor, clocks.realInstant()))
                .map(kept -> opened(visitor.user(), kept));
    }

    private static boolean isBegun(TotpStore.Sealed kept, Visitor visitor, Instant now) {
        return kept.confirmedAt().isEmpty()
                && visitor.sessionId().equals(kept.sessionId())
                && kept.madeAt().plus(CONFIRMED_WITHIN).isAfter(now);
    }

    /// Confirms that the app has the secret. The person is in a session of its own from then on, and in no other.
    ///
    /// @param letter tells the person
    public Attempt<Started> confirm(Visitor visitor, String code, Seat seat, Function<User, Mail> letter) {
        var user = visitor.user();
        return Attempt.at(
                throttle,
                Bucket.code(user.id()),
                () -> database.inTx(tx -> {
                    // First: a sign-in by the password alone waits for this, or is over and is ended by it.
                    sessions.hold(tx, visitor);
                    return TotpStore.find(tx.handle(), user).flatMap(kept -> {
                        var now = clocks.realInstant();
                        var step = opened(user, kept).stepOf(plain(code), now);
                        if (owesProof(tx.handle(), visitor)
                                || !isBegun(kept, visitor, now)
                                || step.isEmpty()
                                || !TotpStore.confirm(tx.handle(), user, kept, step.getAsLong(), now)) {
                            return Optional.empty();
                        }
                        sessions.endOthers(tx, visitor);
                        mails.send(tx, user.organizationId(), letter.apply(user));
                        return Optional.of(
                                new Started(sessions.renew(tx, visitor, seat, true), recoveryCodes(tx, user)));
                    });
                }));
    }

    /// A second factor that has begun.
    ///
    /// @param recoveryCodes shown this once
    public record Started(String sessionToken, List<String> recoveryCodes) {
        /// Never shows any of it.
        @Override
        public String toString() {
            return "Started[]";
        }
    }

    /// Asks for no more than a password again, of who proves to have both.
    ///
    /// @param letter tells the person
    public Attempt<Boolean> turnOff(Visitor visitor, String password, String code, Function<User, Mail> letter) {
        var user = visitor.user();
        var buckets = List.of(Bucket.password(user.id()), Bucket.code(user.id()));
        return Attempt.ofPassword(throttle, user, buckets, () -> {
            if (!users.isPassword(user, password)) {
                return Optional.empty();
            }
            return database.inTx(tx -> {
                sessions.hold(tx, visitor);
                if (!takes(tx, user, code)) {
                    return Optional.empty();
                }
                TotpStore.delete(tx.handle(), user);
                mails.send(tx, user.organizationId(), letter.apply(user));
                return Optional.of(true);
            });
        });
    }

    /// Asks for no more than a password again, whatever the person has.
    void forget(Tx tx, User user) {
        TotpStore.delete(tx.handle(), user);
    }

    /// Forgets a secret that waits to be confirmed.
    static void forgetBegun(Tx tx, User user) {
        TotpStore.deleteBegun(tx.handle(), user);
    }

    /// New recovery codes in place of those from before.
    ///
    /// @param letter tells the person
    public Attempt<List<String>> renewCodes(Visitor visitor, String code, Function<User, Mail> letter) {
        var user = visitor.user();
        return Attempt.at(
                throttle,
                Bucket.code(user.id()),
                () -> database.inTx(tx -> {
                    sessions.hold(tx, visitor);
                    if (!takes(tx, user, code)) {
                        return Optional.empty();
                    }
                    mails.send(tx, user.organizationId(), letter.apply(user));
                    return Optional.of(recoveryCodes(tx, user));
                }));
    }

    /// Whether something may be a code of an app.
    static boolean isCode(String text) {
        return DIGITS.matcher(plain(text)).matches();
    }

    /// Whether it is a code of this person's, which is then used up.
    boolean takes(Tx tx, User user, String code) {
        var plain = plain(code);
        if (DIGITS.matcher(plain).matches()) {
            var step = TotpStore.find(tx.handle(), user)
                    .filter(kept -> kept.confirmedAt().isPresent())
                    .map(kept -> opened(user, kept).stepOf(plain, clocks.realInstant()));
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

    /// 160 bits of chance in groups of letters, so that a plain hash of it tells nothing.
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
