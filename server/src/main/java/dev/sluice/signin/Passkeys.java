package dev.sluice.signin;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.hash.Sha256;
import dev.sluice.mail.Mail;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Routing;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import java.net.URI;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/// People's passkeys: added, named, removed, and proved. Since a device asks who holds it, a passkey is both steps of a
/// sign-in.
public final class Passkeys {
    public static final int PASSKEYS_MAX = 10;

    /// How long a person may take to answer.
    public static final Duration PATIENCE = Challenges.LIFETIME;

    /// Signatures that we take, as COSE numbers them.
    public static final List<Long> ALGORITHMS = WebAuthn.ALGORITHMS;

    private static final int HANDLE_BYTES = 32;

    private final Ground ground;
    private final Supplier<URI> baseUrl;
    private final Users users;
    private final Sessions sessions;
    private final SecondFactors factors;
    private final Throttle throttle;
    private final Challenges challenges;
    private final SecureRandom random;
    private final WebAuthn webAuthn = new WebAuthn();

    /// @param baseUrl the public address, once it is known
    Passkeys(
            Ground ground,
            Supplier<URI> baseUrl,
            Users users,
            Sessions sessions,
            SecondFactors factors,
            Throttle throttle,
            Challenges challenges,
            SecureRandom random) {
        this.ground = ground;
        this.baseUrl = baseUrl;
        this.users = users;
        this.sessions = sessions;
        this.factors = factors;
        this.throttle = throttle;
        this.challenges = challenges;
        this.random = random;
    }

    /// What this room keeps passkeys in, and tells people with.
    record Ground(Database database, Clocks clocks, Routing routing, Mails mails) {}

    /// Whom passkeys are made for; nothing where the service has no name, so that there can be none.
    public Optional<RelyingParty> party() {
        return RelyingParty.of(baseUrl.get());
    }

    /// A person's, the oldest first.
    public List<Passkey> of(User user) {
        return ground.database().read(handle -> PasskeyStore.ofUser(handle, user));
    }

    public Optional<Passkey> find(User user, UUID id) {
        return of(user).stream().filter(passkey -> passkey.id().equals(id)).findFirst();
    }

    /// Whether a visitor may change none of them before they show one, see [SecondFactors#owesProof].
    public boolean owesProof(Visitor visitor) {
        return factors.owesProof(visitor);
    }

    /// What a browser is asked for a new passkey, once the person proved to be who they are.
    ///
    /// @param proof their password, or a code of their second factor
    /// @throws IllegalStateException where there is no [#party()]
    public Attempt<PasskeyAsk> begin(Visitor visitor, String proof) {
        var user = visitor.user();
        return proving(user, proof, () -> {
            if (owesProof(visitor) || !proves(user, proof)) {
                return Optional.empty();
            }
            var fresh = new byte[HANDLE_BYTES];
            random.nextBytes(fresh);
            var handle = ground.database().inTx(tx -> PasskeyStore.handle(tx.handle(), user, fresh));
            var issued = challenges.issue(
                    Challenges.Use.ADDITION, visitor.sessionId().toString());
            return Optional.of(new PasskeyAsk(
                    party().orElseThrow(),
                    issued.cookie(),
                    issued.challenge(),
                    of(user),
                    new PasskeyAsk.Person(handle, user.email(), user.name())));
        });
    }

    /// What came of an addition.
    public enum Addition {
        DONE,
        /// Not what was asked for, or too late, or answered before.
        WRONG,
        /// Somebody has it already.
        TAKEN,
        /// There are as many as there may be.
        TOO_MANY,
        /// One that they have is to be shown first.
        UNPROVED
    }

    /// Adds what a browser answered.
    ///
    /// @param cookie what it kept since it was asked
    /// @param name is one, see [Passkey#isName]
    /// @param letter tells the person
    /// @throws SessionOver where the visitor was signed out meanwhile
    public Addition add(
            Visitor visitor, String cookie, String name, String answer, BiFunction<User, Passkey, Mail> letter) {
        var challenge =
                challenges.take(Challenges.Use.ADDITION, visitor.sessionId().toString(), cookie);
        var made = challenge.flatMap(asked -> party().flatMap(party -> webAuthn.made(answer, party, asked)));
        if (made.isEmpty()) {
            return Addition.WRONG;
        }
        var user = visitor.user();
        var passkey = passkey(user, name.strip(), made.get());
        return ground.database().inTx(tx -> {
            sessions.hold(tx, visitor);
            PasskeyStore.lock(tx.handle(), user);
            if (SecondFactors.owesProof(tx.handle(), visitor)) {
                return Addition.UNPROVED;
            }
            if (PasskeyStore.ofUser(tx.handle(), user).size() >= PASSKEYS_MAX) {
                return Addition.TOO_MANY;
            }
            if (!ground.routing().claim(tx, Routing.Kind.PASSKEY, key(passkey.credentialId()), user.organizationId())) {
                return Addition.TAKEN;
            }
            PasskeyStore.insert(tx.handle(), passkey);
            ground.mails().send(tx, user.organizationId(), letter.apply(user, passkey));
            return Addition.DONE;
        });
    }

    private Passkey passkey(User user, String name, WebAuthn.Made made) {
        return new Passkey(
                user.organizationId(),
                ground.clocks().newId(),
                user.id(),
                name,
                made.credentialId(),
                made.credential(),
                made.signCount(),
                made.backupEligible(),
                made.backedUp(),
                made.transports(),
                ground.clocks().realInstant(),
                Optional.empty());
    }

    /// @param name is one, see [Passkey#isName]
    /// @return false where it is gone
    public boolean rename(User user, UUID id, String name) {
        return ground.database().inTx(tx -> PasskeyStore.rename(tx.handle(), user, id, name.strip()));
    }

    /// Removes a passkey of who proves to be the person. Doing it twice is no error.
    ///
    /// @param proof their password, or a code of their second factor
    /// @param letter tells the person
    public Attempt<Boolean> remove(
            Visitor visitor, Passkey passkey, String proof, BiFunction<User, Passkey, Mail> letter) {
        var user = visitor.user();
        return proving(user, proof, () -> {
            if (owesProof(visitor) || !proves(user, proof)) {
                return Optional.empty();
            }
            ground.database().run(tx -> {
                sessions.hold(tx, visitor);
                if (delete(tx, user, passkey)) {
                    ground.mails().send(tx, user.organizationId(), letter.apply(user, passkey));
                }
            });
            return Optional.of(true);
        });
    }

    private boolean delete(Tx tx, User user, Passkey passkey) {
        boolean deleted = PasskeyStore.delete(tx.handle(), user, passkey.id());
        if (deleted) {
            ground.routing().release(tx, Routing.Kind.PASSKEY, key(passkey.credentialId()), user.organizationId());
        }
        return deleted;
    }

    /// Removes all passkeys of a person.
    void forget(Tx tx, User user) {
        PasskeyStore.ofUser(tx.handle(), user).forEach(passkey -> delete(tx, user, passkey));
    }

    /// The people of an organization who have passkeys.
    Set<UUID> holders(UUID organizationId) {
        return Set.copyOf(ground.database().read(handle -> PasskeyStore.holders(handle, organizationId)));
    }

    /// What a browser is asked for a signature.
    ///
    /// @param passkeys those that are meant; none where any will do
    /// @return nothing where there can be no passkeys
    Optional<PasskeyAsk> ask(Challenges.Use use, String subject, List<Passkey> passkeys) {
        return party().map(party -> {
            var issued = challenges.issue(use, subject);
            return new PasskeyAsk(party, issued.cookie(), issued.challenge(), passkeys, null);
        });
    }

    /// What a browser signed, read.
    Optional<WebAuthn.Signed> signed(String answer) {
        return webAuthn.signed(answer);
    }

    /// Whose passkey somebody says to have signed with, whatever the signature is worth.
    Optional<User> claimed(WebAuthn.Signed signed) {
        return find(signed).flatMap(passkey -> users.find(passkey.organizationId(), passkey.userId()));
    }

    /// A passkey that was proved, and whose it is.
    record Proof(User user, Passkey passkey, WebAuthn.Seen seen) {}

    /// Whose signature it is, while they have access. The challenge is used up.
    Optional<Proof> proved(Challenges.Use use, String subject, String cookie, WebAuthn.Signed signed) {
        return challenges
                .take(use, subject, cookie)
                .flatMap(challenge -> find(signed)
                        .flatMap(passkey -> party().flatMap(
                                        party -> webAuthn.verified(signed, passkey, party, challenge))
                                .flatMap(seen -> users.find(passkey.organizationId(), passkey.userId())
                                        .filter(user -> user.disabledAt().isEmpty())
                                        .map(user -> new Proof(user, passkey, seen)))));
    }

    /// Writes down that a passkey was used.
    ///
    /// @return false where it was removed, or used with this count, in between
    boolean use(Tx tx, Proof proof) {
        return PasskeyStore.use(
                tx.handle(),
                proof.passkey(),
                proof.seen().signCount(),
                proof.seen().backedUp(),
                ground.clocks().realInstant());
    }

    /// The passkey that somebody says to have signed with. Where they say whose it is, it has to be theirs.
    private Optional<Passkey> find(WebAuthn.Signed signed) {
        return ground.routing()
                .find(Routing.Kind.PASSKEY, key(signed.credentialId()))
                .flatMap(organizationId -> ground.database()
                        .read(handle -> PasskeyStore.find(handle, organizationId, signed.credentialId())
                                .filter(passkey -> signed.userHandle() == null
                                        || PasskeyStore.findHandle(handle, organizationId, passkey.userId())
                                                .filter(known -> MessageDigest.isEqual(known, signed.userHandle()))
                                                .isPresent())));
    }

    /// No password is as short as a code.
    private <T> Attempt<T> proving(User user, String proof, Supplier<Optional<T>> work) {
        return SecondFactors.isCode(proof)
                ? Attempt.at(throttle, Bucket.code(user.id()), work)
                : Attempt.ofPassword(throttle, user, List.of(Bucket.password(user.id())), work);
    }

    /// What is a code by its looks is not tried as a password as well: where that is too busy to be looked
    /// at, the attempt would not count, though the code was looked at.
    private boolean proves(User user, String proof) {
        boolean taken = ground.database().inTx(tx -> factors.takes(tx, user, proof));
        return taken || (!SecondFactors.isCode(proof) && users.isPassword(user, proof));
    }

    /// What a passkey is found by, whosever it is.
    static String key(byte[] credentialId) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.of(credentialId));
    }
}
