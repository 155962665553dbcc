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

/// Global routing table: maps keys that are unique or looked up across organizations to their owner. It is read first;
/// everything after that stays inside one organization.
public final class TenantDirectory {
    private static final int DELETED_PER_SWEEP = 5_000;

    private final Database database;

    private TenantDirectory(Database database) {
        this.database = database;
    }

    public static TenantDirectory wire(Database database) {
        return new TenantDirectory(database);
    }

    /// Returns the owner of a key, or nothing if it is free.
    public Optional<UUID> find(Kind kind, String key) {
        return database.read(handle -> RouteStore.find(handle, kind.name(), key));
    }

    public Optional<UUID> find(Tx tx, Kind kind, String key) {
        return RouteStore.find(tx.handle(), kind.name(), key);
    }

    /// Claims a key for an organization.
    ///
    /// @return false if it is taken
    public boolean claim(Tx tx, Kind kind, String key, UUID organizationId) {
        return RouteStore.insertIfAbsent(tx.handle(), kind.name(), key, organizationId);
    }

    /// Claims the id of a new person, API client or API key.
    ///
    /// @throws IllegalStateException if the id exists in any organization
    public static void claimActor(Tx tx, UUID organizationId, UUID id) {
        if (!RouteStore.insertIfAbsent(tx.handle(), Kind.ACTOR.name(), id.toString(), organizationId)) {
            throw new IllegalStateException("the id " + id + " is another actor's");
        }
    }

    /// Gives a key of an organization's free.
    public void release(Tx tx, Kind kind, String key, UUID organizationId) {
        RouteStore.delete(tx.handle(), kind.name(), key, organizationId);
    }

    /// Returns the taken ones among some keys, read when the supplier is called.
    public Supplier<Set<String>> taken(Tx tx, Kind kind, List<String> keys) {
        return RouteStore.taken(tx, kind.name(), keys);
    }

    /// Claims keys that were found to be free. A key that another node claimed in between fails the transaction.
    public void claim(Tx tx, List<Route> routes) {
        RouteStore.insert(tx, routes);
    }

    /// Returns the routes of the keys that have one.
    public List<Route> find(Tx tx, Kind kind, List<String> keys) {
        return RouteStore.find(tx, kind, keys);
    }

    /// Finds the wallets of deposits on EVM networks whose keys begin with a text, in a range of deposit ids, the
    /// newest first.
    ///
    /// @param from oldest id, included
    /// @param before newest id, not included
    public List<Route> wallets(Tx tx, String prefix, UUID from, UUID before, int limit) {
        return RouteStore.wallets(tx, prefix, from, before, limit);
    }

    /// Deletes expired keys. A worker calls this regularly.
    public int deleteExpired(Instant now) {
        return database.inTx(tx -> RouteStore.deleteReusable(tx, now, DELETED_PER_SWEEP));
    }

    /// A key, its owner, its target there, and the time from which another organization may have it, if ever.
    public record Route(
            Kind kind,
            String key,
            UUID organizationId,
            UUID targetId,
            @Nullable Instant reusableAt) {}

    /// Kinds of keys. Their names are stored and must not change.
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
