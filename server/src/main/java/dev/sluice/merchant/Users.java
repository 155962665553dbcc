package dev.sluice.merchant;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Pending;
import dev.sluice.db.Tx;
import dev.sluice.text.OutsideText;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Users of the dashboard. An e-mail address belongs to one user of the whole deployment.
public final class Users {
    public static final int PASSWORD_LENGTH_MIN = Passwords.LENGTH_MIN;
    public static final int PASSWORD_LENGTH_MAX = Passwords.LENGTH_MAX;
    public static final int NAME_LENGTH_MAX = 120;
    /// Minimum number of letters of a name to search for users of all organizations.
    public static final int PART_LENGTH_MIN = 3;

    /// Validity of a password that another person has seen: that of an invitation.
    public static final Duration FIRST_PASSWORD_LIFE = Duration.ofDays(7);

    private static final String NO_NAME =
            "a name has 1 to " + NAME_LENGTH_MAX + " characters, none of them invisible or for the direction of text";

    private static final int EMAIL_LENGTH_MAX = 254;
    private static final Pattern EMAIL = Pattern.compile("[^@\\s]+@[^@\\s]+");

    private final Database database;
    private final Clocks clocks;
    private final TenantDirectory directory;
    private final Passwords passwords;
    /// Hash for unknown users, so that the check takes as long.
    private final String nobodysHash;

    private Users(Database database, Clocks clocks, TenantDirectory directory, Passwords passwords) {
        this.database = database;
        this.clocks = clocks;
        this.directory = directory;
        this.passwords = passwords;
        this.nobodysHash = passwords.nobodysHash();
    }

    public static Users wire(Database database, Clocks clocks, TenantDirectory directory, SecureRandom random) {
        return wire(database, clocks, directory, new Passwords(random));
    }

    static Users wire(Database database, Clocks clocks, TenantDirectory directory, Passwords passwords) {
        return new Users(database, clocks, directory, passwords);
    }

    /// Returns the addresses of an organization's users by id. Users cannot change their own address, unlike their
    /// name. Operators of other organizations are not included.
    public Map<UUID, String> emails(UUID organizationId) {
        return list(organizationId).stream().collect(Collectors.toMap(User::id, User::email));
    }

    public List<User> list(UUID organizationId) {
        return database.read(handle -> UserStore.list(handle, organizationId));
    }

    /// Returns the operators of the deployment, from any organization.
    public List<User> operators() {
        return database.read(UserStore::operators);
    }

    /// Returns users of any organization by a part of their name or address, ignoring case.
    ///
    /// @param part text of at least [#PART_LENGTH_MIN] letters: the index has none with fewer
    public List<User> named(String part, int limit) {
        return database.browse(handle -> UserStore.named(handle, part, limit));
    }

    /// @param organizations to look in
    public Optional<User> find(List<UUID> organizations, UUID id) {
        return database.browse(handle -> UserStore.find(handle, organizations, id));
    }

    public Optional<User> find(UUID organizationId, UUID id) {
        return database.read(handle -> UserStore.find(handle, organizationId, id));
    }

    /// Returns the current state of some users, each once.
    public List<User> find(List<User> known) {
        return database.read(handle -> UserStore.find(handle, known));
    }

    /// A person by their ids.
    public record Ref(UUID organizationId, UUID id) {}

    /// Returns the current users, locked until the transaction ends.
    public static Pending<List<User>> held(Tx tx, List<Ref> refs) {
        return UserStore.hold(tx, refs);
    }

    /// Returns the current user, locked until the transaction ends.
    public static Optional<User> held(Tx tx, UUID organizationId, UUID id) {
        return held(tx, List.of(new Ref(organizationId, id))).get().stream().findFirst();
    }

    /// Creates a user with a generated password.
    ///
    /// @throws IllegalArgumentException if the address is malformed or taken
    public User.WithPassword create(UUID organizationId, String email, String name, Role role) {
        return database.inTx(tx -> create(tx, organizationId, email, name, role));
    }

    /// Returns the users of an organization, locked until the transaction ends.
    public static List<User> lockAll(Tx tx, UUID organizationId) {
        return UserStore.lock(tx.handle(), organizationId);
    }

    /// People of an organization, as they are within a transaction.
    public static List<User> list(Tx tx, UUID organizationId) {
        return UserStore.list(tx.handle(), organizationId);
    }

    /// Operators of all organizations, as they are within a transaction.
    public static List<User> operators(Tx tx) {
        return UserStore.operators(tx.handle());
    }

    /// Creates a user with a generated password in a transaction of the caller.
    public User.WithPassword create(Tx tx, UUID organizationId, String email, String name, Role role) {
        return create(tx, organizationId, email, name, role, Optional.empty());
    }

    /// Creates a user with a first password that another person sees too: its owner has to set a new one within
    /// days.
    public User.WithPassword createWithFirstPassword(UUID organizationId, String email, String name, Role role) {
        return database.inTx(tx -> createWithFirstPassword(tx, organizationId, email, name, role));
    }

    /// Creates a user with a first password in a transaction of the caller.
    public User.WithPassword createWithFirstPassword(Tx tx, UUID organizationId, String email, String name, Role role) {
        return create(tx, organizationId, email, name, role, Optional.of(firstPasswordUntil()));
    }

    private User.WithPassword create(
            Tx tx, UUID organizationId, String email, String name, Role role, Optional<Instant> firstUntil) {
        var password = passwords.generate();
        var hash = Optional.of(passwords.hash(password));
        return new User.WithPassword(
                insert(tx, organizationId, email, name, role, hash, firstUntil, Consent.ONE), password);
    }

    private Instant firstPasswordUntil() {
        return clocks.realInstant().plus(FIRST_PASSWORD_LIFE);
    }

    /// Replaces a user's password by a generated one in a transaction of the caller. Another person sees it, so
    /// the user cannot approve anything for a while.
    ///
    /// @param first true if its owner has to set a new one within days
    public User.WithPassword renewPassword(Tx tx, User user, boolean first) {
        var password = passwords.generate();
        var until = first ? Optional.of(firstPasswordUntil()) : Optional.<Instant>empty();
        UserStore.setPassword(tx.handle(), user, passwords.hash(password), until);
        recordEntitlement(tx, user, Consent.ONE);
        return new User.WithPassword(user, password);
    }

    /// Creates a user who will set the password in person.
    ///
    /// @throws IllegalArgumentException if the address is malformed or taken, or the name is invalid
    public User invite(Tx tx, UUID organizationId, String email, String name, Role role) {
        return invite(tx, organizationId, email, name, role, Consent.ONE);
    }

    /// Creates such a user with the consent of one or two people.
    public User invite(Tx tx, UUID organizationId, String email, String name, Role role, Consent consent) {
        return insert(tx, organizationId, email, name, role, Optional.empty(), Optional.empty(), consent);
    }

    /// Stores that other people changed a person's role, access or credentials.
    public void recordEntitlement(Tx tx, User user, Consent consent) {
        UserStore.recordEntitlement(tx.handle(), user, new Entitlement(clocks.realInstant(), consent));
    }

    /// Stores that a person set up their first second factor.
    public void recordFirstFactor(Tx tx, User user) {
        UserStore.recordFirstFactor(tx.handle(), user, clocks.realInstant());
    }

    /// Reports whether an address belongs to a user of any organization.
    public boolean isTaken(Tx tx, String email) {
        return directory
                .find(tx, TenantDirectory.Kind.USER_EMAIL, normalized(email))
                .isPresent();
    }

    /// Deletes an invited user who never signed in, so that the address is free again. Only links refer to such a
    /// user, and they are revoked before.
    public void delete(Tx tx, User invited) {
        UserStore.delete(tx.handle(), invited);
        directory.release(tx, TenantDirectory.Kind.USER_EMAIL, invited.email(), invited.organizationId());
    }

    private User insert(
            Tx tx,
            UUID organizationId,
            String email,
            String name,
            Role role,
            Optional<String> passwordHash,
            Optional<Instant> firstUntil,
            Consent consent) {
        var address = normalized(email);
        if (!isName(name)) {
            throw new IllegalArgumentException(NO_NAME);
        }
        if (!directory.claim(tx, TenantDirectory.Kind.USER_EMAIL, address, organizationId)) {
            throw new IllegalArgumentException(address + " is taken");
        }
        var user = new User(
                organizationId,
                clocks.newId(),
                address,
                name.strip(),
                role,
                passwordHash.isEmpty(),
                firstUntil,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                new Entitlement(clocks.realInstant(), consent));
        UserStore.insert(tx.handle(), user, passwordHash);
        TenantDirectory.claimActor(tx, user.organizationId(), user.id());
        return user;
    }

    /// @throws IllegalArgumentException if the name is invalid
    public void rename(User user, String name) {
        if (!isName(name)) {
            throw new IllegalArgumentException(NO_NAME);
        }
        database.run(tx -> UserStore.setName(tx.handle(), user, name.strip()));
    }

    /// Sets a user's time zone; none means UTC.
    public void setTimeZone(User user, Optional<ZoneId> timeZone) {
        database.run(tx -> UserStore.setTimeZone(tx.handle(), user, timeZone));
    }

    /// Notes that a person is at the dashboard.
    public void recordActivity(Tx tx, UUID organizationId, UUID id, Instant now) {
        UserStore.recordActivity(tx.handle(), organizationId, id, now);
    }

    /// Sets a password after a proof of the current one, and does further work in the same transaction.
    ///
    /// @return nothing if another password was set since the proof: then this one is not set
    /// @throws IllegalArgumentException if it is too short or too long
    public <T> Optional<T> changePassword(Proof proof, String password, Function<Tx, T> also) {
        var hash = passwords.hash(password);
        return database.inTx(tx -> {
            if (!isStill(tx, proof)) {
                return Optional.empty();
            }
            UserStore.setPassword(tx.handle(), proof.user(), hash, Optional.empty());
            return Optional.of(also.apply(tx));
        });
    }

    /// Sets a password, and does further work in the same transaction.
    ///
    /// @throws IllegalArgumentException if it is too short or too long
    public void setPassword(User user, String password, Consumer<Tx> also) {
        var hash = passwords.hash(password);
        database.run(tx -> {
            UserStore.setPassword(tx.handle(), user, hash, Optional.empty());
            also.accept(tx);
        });
    }

    /// Ends a person's access. Doing it twice is no error.
    ///
    /// @throws IllegalArgumentException if there is no such person
    public void disable(UUID organizationId, String email) {
        database.run(tx -> disable(tx, organizationId, email));
    }

    /// Ends a person's access in a transaction of the caller.
    ///
    /// @return id of the person
    public UUID disable(Tx tx, UUID organizationId, String email) {
        var address = normalized(email);
        return UserStore.disable(tx.handle(), organizationId, address, clocks.instant())
                .orElseThrow(() -> new IllegalArgumentException("no user " + address));
    }

    /// Returns the user of an address and a password. An unknown address takes as long as a wrong password, and so
    /// does a first password that has lapsed.
    public Optional<User> authenticate(String email, String password) {
        return verifyPassword(email, password).map(Proof::user);
    }

    /// Returns the user of an address and a password as a proof that can be checked again later.
    public Optional<Proof> verifyPassword(String email, String password) {
        var stored = stored(email);
        var phc = stored.flatMap(UserStore.Stored::passwordHash);
        boolean matches = passwords.matches(password, phc.orElse(nobodysHash)) && phc.isPresent();
        return stored.map(UserStore.Stored::user)
                .filter(user -> matches && user.disabledAt().isEmpty() && user.hasPassword(clocks.realInstant()))
                .map(user -> new Proof(user, phc.orElseThrow()));
    }

    /// Proof that a user's password was correct.
    ///
    /// @param hash hash of the password, since a comparison with the password takes a while
    public record Proof(User user, String hash) {
        /// Returns the text form without the hash: records end up in logs.
        @Override
        public String toString() {
            return "Proof of " + user.id();
        }
    }

    /// Reports whether a proof still holds, and locks the password until the transaction ends.
    public boolean isStill(Tx tx, Proof proof) {
        return UserStore.lockedHash(tx.handle(), proof.user())
                .filter(proof.hash()::equals)
                .isPresent();
    }

    /// Reports whether a password is the user's.
    public boolean isPassword(User user, String password) {
        return verifyPassword(user, password).isPresent();
    }

    /// Returns a proof of a user's password that can be checked again later.
    public Optional<Proof> verifyPassword(User user, String password) {
        return verifyPassword(user.email(), password)
                .filter(proof -> proof.user().id().equals(user.id()));
    }

    /// Blocks changes of a user's password until the transaction ends. All callers lock a user's sessions, links,
    /// codes and passkeys after that.
    public void lock(Tx tx, User user) {
        UserStore.lockedHash(tx.handle(), user);
    }

    /// Finds the user with an e-mail address, with access or without.
    public Optional<User> find(String email) {
        return stored(email).map(UserStore.Stored::user);
    }

    private Optional<UserStore.Stored> stored(String email) {
        var address = email.strip().toLowerCase(Locale.ROOT);
        return directory
                .find(TenantDirectory.Kind.USER_EMAIL, address)
                .flatMap(owner -> database.read(handle -> UserStore.find(handle, owner, address)));
    }

    /// Returns true if a text is allowed as a name. A name has no invisible characters and none that turn the
    /// direction of the text, so that nobody can look like another user.
    public static boolean isName(String name) {
        return name.length() <= NAME_LENGTH_MAX && OutsideText.isName(name);
    }

    public static boolean isEmail(String email) {
        var address = email.strip();
        return address.length() <= EMAIL_LENGTH_MAX && EMAIL.matcher(address).matches();
    }

    private static String normalized(String email) {
        var address = email.strip().toLowerCase(Locale.ROOT);
        if (!isEmail(address)) {
            throw new IllegalArgumentException("not an e-mail address: " + email);
        }
        return address;
    }
}
