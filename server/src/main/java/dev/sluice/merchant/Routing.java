package dev.sluice.merchant;

import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The global routing table: what is unique or looked up across organizations, and whose it is. It is asked first;
/// everything after that stays inside one organization.
public final class Routing {
    private static final int DELETED_PER_SWEEP = 5_000;

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

    /// Takes the id of a new person, API client or API key.
    ///
    /// @throws IllegalStateException where one of any organization has it already
    public static void claimActor(Tx tx, UUID organizationId, UUID id) {
        if (!RouteStore.insertIfAbsent(tx.handle(), Kind.ACTOR.name(), id.toString(), organizationId)) {
            throw new IllegalStateException("the id " + id + " is another actor's");
        }
    }

    /// Gives a key of an organization's free.
    public void release(Tx tx, Kind kind, String key, UUID organizationId) {
        RouteStore.delete(tx.handle(), kind.name(), key, organizationId);
    }

    /// Which of some keys somebody has, when it is looked at.
    public Supplier<Set<String>> taken(Tx tx, Kind kind, List<String> keys) {
        return RouteStore.taken(tx, kind.name(), keys);
    }

    /// Takes keys that were found to be free. One that another node took in between fails the transaction.
    public void claim(Tx tx, List<Route> routes) {
        RouteStore.insert(tx, routes);
    }

    /// What some keys lead to, of those that lead anywhere.
    public List<Route> find(Tx tx, Kind kind, List<String> keys) {
        return RouteStore.find(tx, kind, keys);
    }

    /// Finds the wallets of deposits on EVM networks whose keys begin with a text, from one deposit's id up to
    /// another, the newest first.
    ///
    /// @param from the oldest id, included
    /// @param before the newest id, not included
    public List<Route> wallets(Tx tx, String prefix, UUID from, UUID before, int limit) {
        return RouteStore.wallets(tx, prefix, from, before, limit);
    }

    /// Gives keys free whose time is over. A worker calls this now and then.
    public int sweep(Instant now) {
        return database.inTx(tx -> RouteStore.deleteReusable(tx, now, DELETED_PER_SWEEP));
    }

    /// A key, whose it is, what it leads to there, and from when on somebody else may have it, if ever.
    public record Route(
            Kind kind,
            String key,
            UUID organizationId,
            UUID targetId,
            @Nullable Instant reusableAt) {}

    /// What the table holds. The names are stored, so they stay as they are.
    public enum Kind {
        API_CLIENT,
        API_KEY,
        USER_EMAIL,
        DEMO,
        DEPOSIT,
        DEPOSIT_ADDRESS,
        CHECKOUT,
        PROOF,
        PASSKEY,
        /// People, API clients and API keys: payouts and rates are attributed by an id that no two of them
        /// share.
        ACTOR
    }
}
