package dev.sluice.merchant;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/// The people who log in. An e-mail address belongs to one person of the whole deployment.
public final class Users {
    private static final int EMAIL_LENGTH_MAX = 254;
    private static final int NAME_LENGTH_MAX = 120;
    private static final Pattern EMAIL = Pattern.compile("[^@\\s]+@[^@\\s]+");

    private final Database database;
    private final Clocks clocks;
    private final Routing routing;
    private final Passwords passwords;

    private Users(Database database, Clocks clocks, Routing routing, Passwords passwords) {
        this.database = database;
        this.clocks = clocks;
        this.routing = routing;
        this.passwords = passwords;
    }

    public static Users wire(Database database, Clocks clocks, Routing routing, SecureRandom random) {
        return new Users(database, clocks, routing, new Passwords(random));
    }

    public List<User> list(UUID organizationId) {
        return database.read(handle -> UserStore.list(handle, organizationId));
    }

    /// Makes a person with a generated password.
    ///
    /// @throws IllegalArgumentException where the address is malformed or taken
    public User.WithPassword create(UUID organizationId, String email, String name, User.Role role) {
        return database.inTx(tx -> create(tx, organizationId, email, name, role));
    }

    /// The same in a transaction of the caller's.
    public User.WithPassword create(Tx tx, UUID organizationId, String email, String name, User.Role role) {
        var address = normalized(email);
        if (name.isBlank() || name.length() > NAME_LENGTH_MAX) {
            throw new IllegalArgumentException("a name has 1 to " + NAME_LENGTH_MAX + " characters");
        }
        if (!routing.claim(tx, Routing.Kind.USER_EMAIL, address, organizationId)) {
            throw new IllegalArgumentException(address + " is taken");
        }
        var user = new User(organizationId, clocks.newId(), address, name.strip(), role, Optional.empty());
        var password = passwords.generate();
        UserStore.insert(tx.handle(), user, passwords.hash(password));
        return new User.WithPassword(user, password);
    }

    /// Ends a person's access. Doing it twice is no error.
    public void disable(UUID organizationId, String email) {
        var address = normalized(email);
        int changed = database.inTx(tx -> UserStore.disable(tx.handle(), organizationId, address, clocks.instant()));
        if (changed == 0) {
            throw new IllegalArgumentException("no user " + address);
        }
    }

    /// The person whose password it is. An unknown address takes as long as a wrong password.
    public Optional<User> authenticate(String email, String password) {
        var address = email.strip().toLowerCase(Locale.ROOT);
        var stored = routing.find(Routing.Kind.USER_EMAIL, address)
                .flatMap(owner -> database.read(handle -> UserStore.find(handle, owner, address)));
        var phc = stored.map(UserStore.Stored::passwordHash).orElseGet(() -> passwords.hash(passwords.generate()));
        boolean matches = stored.isPresent() && passwords.matches(password, phc);
        return stored.map(UserStore.Stored::user)
                .filter(user -> matches && user.disabledAt().isEmpty());
    }

    private static String normalized(String email) {
        var address = email.strip().toLowerCase(Locale.ROOT);
        if (address.length() > EMAIL_LENGTH_MAX || !EMAIL.matcher(address).matches()) {
            throw new IllegalArgumentException("not an e-mail address: " + email);
        }
        return address;
    }
}
