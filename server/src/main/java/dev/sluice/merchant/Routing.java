package dev.sluice.merchant;

import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import java.util.Optional;
import java.util.UUID;

/// The global routing table: what is unique or looked up across organizations, and whose it is. It is asked first;
/// everything after that stays inside one organization.
public final class Routing {
    private final Database database;

    private Routing(Database database) {
        this.database = database;
    }

    public static Routing wire(Database database) {
        return new Routing(database);
    }

    /// Whose it is, or nothing where nobody has it.
    public Optional<UUID> find(Kind kind, String key) {
        return database.read(handle -> RouteStore.find(handle, kind.name(), key));
    }

    public Optional<UUID> find(Tx tx, Kind kind, String key) {
        return RouteStore.find(tx.handle(), kind.name(), key);
    }

    /// Takes a key for an organization.
    ///
    /// @return false where somebody has it already
    public boolean claim(Tx tx, Kind kind, String key, UUID organizationId) {
        return RouteStore.insertIfAbsent(tx.handle(), kind.name(), key, organizationId);
    }

    /// What the table holds. The names are stored, so they stay as they are.
    public enum Kind {
        API_CLIENT,
        API_KEY,
        USER_EMAIL,
        DEMO,
        VIRTUAL_ACCOUNT,
        DEPOSIT_ADDRESS,
        CHECKOUT,
        PROOF
    }
}
