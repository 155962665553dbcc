package dev.sluice.signin;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.mail.Mail;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.text.Sha256;
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

/// Adds, renames, removes and verifies passkeys. A device verifies its user, so a passkey replaces both steps of a
/// sign-in.
public final class Passkeys {
    public static final int PASSKEYS_MAX = 10;

    /// Time that a person has to answer.
    public static final Duration PATIENCE = Challenges.LIFETIME;

    /// Permitted signature algorithms, by COSE number.
    public static final List<Long> ALGORITHMS = WebAuthn.ALGORITHMS;

    private static final int HANDLE_BYTES = 32;

    private final Dependencies dependencies;
    private final Supplier<URI> baseUrl;
    private final Users users;
    private final Sessions sessions;
    private final SecondFactors factors;
    private final Throttle throttle;
    private final Challenges challenges;
    private final SecureRandom random;
    private final WebAuthn webAuthn = new WebAuthn();

    /// @param baseUrl the public address, available after start-up
    Passkeys(
            Dependencies dependencies,
            Supplier<URI> baseUrl,
            Users users,
            Sessions sessions,
            SecondFactors factors,
            Throttle throttle,
            Challenges challenges,
            SecureRandom random) {
        this.dependencies = dependencies;
        this.baseUrl = baseUrl;
        this.users = users;
        this.sessions = sessions;
        this.factors = factors;
        this.throttle = throttle;
        this.challenges = challenges;
        this.random = random;
    }

    /// Shared dependencies of this module.
    record Dependencies(Database database, Clocks clocks, TenantDirectory directory, Mails mails) {}

    /// Returns the relying party, or nothing if the service has no host name and therefore no passkeys.
    public Optional<RelyingParty> party() {
        return RelyingParty.of(baseUrl.get());
    }

    /// Returns a person's passkeys, the oldest first.
    public List<Passkey> of(User user) {
        return dependencies.database().read(handle -> PasskeyStore.ofUser(handle, user));
    }

    public Optional<Passkey> find(User user, UUID id) {
        return of(user).stream().filter(passkey -> passkey.id().equals(id)).findFirst();
    }

    /// Returns true if a visitor has to prove a second factor before changing any passkey, see
    /// [SecondFactors#owesProof].
    public boolean owesProof(Visitor visitor) {
        return factors.owesProof(visitor);
    }

    /// Requests a new passkey from the browser after the person has authenticated again.
    ///
    /// @param proof the person's password, or a code of the second factor
    /// @throws IllegalStateException if there is no [#party()]
    public Attempt<PasskeyAsk> begin(Visitor visitor, String proof) {
        var user = visitor.user();
        return proving(user, proof, () -> {
            if (owesProof(visitor) || !proves(user, proof)) {
                return Optional.empty();
            }
            var fresh = new byte[HANDLE_BYTES];
            random.nextBytes(fresh);
            var handle = dependencies.database().inTx(tx -> PasskeyStore.handle(tx.handle(), user, fresh));
            var issued = challenges.issue(
                    Challenges.Use.ADDITION, visitor.sessionId().toString());
            return Optional.of(new PasskeyAsk(
                    party().orElseThrow(),
                    issued.cookie(),
                    issued.challenge(),
                    of(user),
                    new PasskeyAsk.PasskeyUser(handle, user.email(), user.name())));
        });
    }

    /// Result of an addition.
    public enum Addition {
        DONE,
        /// Invalid, expired or already used answer.
        WRONG,
        /// The passkey is already registered, to this person or another one.
        TAKEN,
        /// The person has [#PASSKEYS_MAX] passkeys.
        TOO_MANY,
        /// The visitor has to prove an existing second factor first.
        UNPROVED
    }

    /// Adds a passkey from a browser's answer.
    ///
    /// @param cookie the cookie of the request
    /// @param name a valid name, see [Passkey#isName]
    /// @param mail mail that notifies the person
    /// @throws SessionOver if the session ended in between
    public Addition add(
            Visitor visitor, String cookie, String name, String answer, BiFunction<User, Passkey, Mail> mail) {
        var challenge =
                challenges.consume(Challenges.Use.ADDITION, visitor.sessionId().toString(), cookie);
        var created = challenge.flatMap(asked -> party().flatMap(party -> webAuthn.newPasskey(answer, party, asked)));
        if (created.isEmpty()) {
            return Addition.WRONG;
        }
        var user = visitor.user();
        var passkey = passkey(user, name.strip(), created.get());
        return dependencies.database().inTx(tx -> {
            sessions.hold(tx, visitor);
            PasskeyStore.lock(tx.handle(), user);
            if (SecondFactors.owesProof(tx.handle(), visitor)) {
                return Addition.UNPROVED;
            }
            int before = PasskeyStore.ofUser(tx.handle(), user).size();
            if (before >= PASSKEYS_MAX) {
                return Addition.TOO_MANY;
            }
            if (!dependencies
                    .directory()
                    .claim(tx, TenantDirectory.Kind.PASSKEY, key(passkey.credentialId()), user.organizationId())) {
                return Addition.TAKEN;
            }
            if (before == 0 && !SecondFactors.isOn(tx.handle(), user)) {
                users.recordFirstFactor(tx, user);
            }
            PasskeyStore.insert(tx.handle(), passkey);
            dependencies.mails().send(tx, user.organizationId(), mail.apply(user, passkey));
            return Addition.DONE;
        });
    }

    private Passkey passkey(User user, String name, WebAuthn.NewPasskey created) {
        return new Passkey(
                user.organizationId(),
                dependencies.clocks().newId(),
                user.id(),
                name,
                created.credentialId(),
                created.credential(),
                created.signCount(),
                created.backupEligible(),
                created.backedUp(),
                created.transports(),
                dependencies.clocks().realInstant(),
                Optional.empty());
    }

    /// @param name a valid name, see [Passkey#isName]
    /// @return false if the passkey is gone
    public boolean rename(User user, UUID id, String name) {
        return dependencies.database().inTx(tx -> PasskeyStore.rename(tx.handle(), user, id, name.strip()));
    }

    /// Removes a passkey after the person has authenticated again. Idempotent.
    ///
    /// @param proof the person's password, or a code of the second factor
    /// @param mail mail that notifies the person
    public Attempt<Boolean> remove(
            Visitor visitor, Passkey passkey, String proof, BiFunction<User, Passkey, Mail> mail) {
        var user = visitor.user();
        return proving(user, proof, () -> {
            if (owesProof(visitor) || !proves(user, proof)) {
                return Optional.empty();
            }
            dependencies.database().run(tx -> {
                sessions.hold(tx, visitor);
                if (delete(tx, user, passkey)) {
                    dependencies.mails().send(tx, user.organizationId(), mail.apply(user, passkey));
                }
            });
            return Optional.of(true);
        });
    }

    private boolean delete(Tx tx, User user, Passkey passkey) {
        boolean deleted = PasskeyStore.delete(tx.handle(), user, passkey.id());
        if (deleted) {
            dependencies
                    .directory()
                    .release(tx, TenantDirectory.Kind.PASSKEY, key(passkey.credentialId()), user.organizationId());
        }
        return deleted;
    }

    /// Removes all passkeys of a person.
    void deleteAll(Tx tx, User user) {
        PasskeyStore.ofUser(tx.handle(), user).forEach(passkey -> delete(tx, user, passkey));
    }

    /// Returns the users of an organization that have passkeys.
    Set<UUID> holders(UUID organizationId) {
        return Set.copyOf(dependencies.database().read(handle -> PasskeyStore.holders(handle, organizationId)));
    }

    /// Requests a signature from the browser.
    ///
    /// @param passkeys the permitted passkeys; empty if any is permitted
    /// @return nothing if the service cannot have passkeys
    Optional<PasskeyAsk> request(Challenges.Use use, String subject, List<Passkey> passkeys) {
        return party().map(party -> {
            var issued = challenges.issue(use, subject);
            return new PasskeyAsk(party, issued.cookie(), issued.challenge(), passkeys, null);
        });
    }

    /// Parses a signature without verifying it.
    Optional<WebAuthn.Signed> signed(String answer) {
        return webAuthn.signed(answer);
    }

    /// Returns the owner of the passkey that a signature claims, without verifying the signature.
    Optional<User> claimed(WebAuthn.Signed signed) {
        return find(signed).flatMap(passkey -> users.find(passkey.organizationId(), passkey.userId()));
    }

    /// A verified passkey and its owner.
    record Proof(User user, Passkey passkey, WebAuthn.VerifiedAssertion assertion) {}

    /// Verifies a signature and returns its owner if they have access. Uses up the challenge.
    Optional<Proof> proved(Challenges.Use use, String subject, String cookie, WebAuthn.Signed signed) {
        return challenges
                .consume(use, subject, cookie)
                .flatMap(challenge -> find(signed)
                        .flatMap(passkey -> party().flatMap(
                                        party -> webAuthn.verified(signed, passkey, party, challenge))
                                .flatMap(assertion -> users.find(passkey.organizationId(), passkey.userId())
                                        .filter(user -> user.disabledAt().isEmpty())
                                        .map(user -> new Proof(user, passkey, assertion)))));
    }

    /// Records the use of a passkey.
    ///
    /// @return false if the passkey was removed, or used with this count, in between
    boolean use(Tx tx, Proof proof) {
        return PasskeyStore.use(
                tx.handle(),
                proof.passkey(),
                proof.assertion().signCount(),
                proof.assertion().backedUp(),
                dependencies.clocks().realInstant());
    }

    /// Finds the passkey that a signature claims. If the signature names a user, the passkey has to be theirs.
    private Optional<Passkey> find(WebAuthn.Signed signed) {
        return dependencies
                .directory()
                .find(TenantDirectory.Kind.PASSKEY, key(signed.credentialId()))
                .flatMap(organizationId -> dependencies
                        .database()
                        .read(handle -> PasskeyStore.find(handle, organizationId, signed.credentialId())
                                .filter(passkey -> signed.userHandle() == null
                                        || PasskeyStore.findHandle(handle, organizationId, passkey.userId())
                                                .filter(known -> MessageDigest.isEqual(known, signed.userHandle()))
                                                .isPresent())));
    }

    /// Chooses the throttle. The two are distinguishable, since no password is as short as a code.
    private <T> Attempt<T> proving(User user, String proof, Supplier<Optional<T>> work) {
        return SecondFactors.isCode(proof)
                ? Attempt.at(throttle, AttemptLimit.code(user.id()), work)
                : Attempt.ofPassword(throttle, user, List.of(AttemptLimit.password(user.id())), work);
    }

    /// Does not try a code as a password, too. If the password check were refused because of overload, the attempt
    /// would not count although the code was checked.
    private boolean proves(User user, String proof) {
        boolean taken = dependencies.database().inTx(tx -> factors.verifyCode(tx, user, proof));
        return taken || (!SecondFactors.isCode(proof) && users.isPassword(user, proof));
    }

    /// Returns the look-up key of a passkey, which is global to all organizations.
    static String key(byte[] credentialId) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.of(credentialId));
    }
}
