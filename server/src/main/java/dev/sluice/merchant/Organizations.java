package dev.sluice.merchant;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Organizations and their switches. Reads come from memory and are at most five seconds old, so that a switch turned
/// on one node works on all.
public final class Organizations {
    private static final Duration CACHED = Duration.ofSeconds(5);
    private static final int CACHED_MAX = 50_000;

    private final Database database;
    private final Clocks clocks;
    private final Cache<UUID, @Nullable Organization> cache = Caffeine.newBuilder()
            .expireAfterWrite(CACHED)
            .maximumSize(CACHED_MAX)
            .build();
    private final Cache<Switch, Set<UUID>> turned =
            Caffeine.newBuilder().expireAfterWrite(CACHED).build();

    private Organizations(Database database, Clocks clocks) {
        this.database = database;
        this.clocks = clocks;
    }

    public static Organizations wire(Database database, Clocks clocks) {
        return new Organizations(database, clocks);
    }

    /// An organization that exists, such as a caller's own.
    public Organization get(UUID id) {
        return find(id).orElseThrow(() -> new IllegalStateException("no organization " + id));
    }

    public Optional<Organization> find(UUID id) {
        return Optional.ofNullable(cache.get(id, this::load));
    }

    /// Returns an organization as stored now, including changes by other nodes, for callers that change it and
    /// report its former values.
    public Optional<Organization> stored(UUID id) {
        cache.invalidate(id);
        return find(id);
    }

    public Switches switches(UUID id) {
        return get(id).switches();
    }

    /// Returns the organizations with blocked payouts: no money may leave them.
    public Set<UUID> frozen() {
        return turned.get(Switch.FROZEN, _ -> Set.copyOf(database.read(OrganizationStore::frozen)));
    }

    /// Returns all organizations, oldest first.
    public List<Organization> list() {
        return database.read(OrganizationStore::list);
    }

    /// The ids of all.
    public List<UUID> ids() {
        return database.read(OrganizationStore::ids);
    }

    /// Returns some of the organizations whose names contain a text, ignoring case, the oldest first; an empty
    /// text matches all.
    public List<Organization> named(String part, int limit, long offset) {
        return database.read(handle -> OrganizationStore.named(handle, part, limit, offset));
    }

    /// Returns the number of organizations whose names contain a text.
    public long countNamed(String part) {
        return database.read(handle -> OrganizationStore.countNamed(handle, part));
    }

    public Organization create(String name, Switches switches) {
        return database.inTx(tx -> create(tx, name, switches));
    }

    /// Creates an organization under a given id, once; false if the id exists already.
    public boolean create(UUID id, String name, Switches switches) {
        return database.inTx(
                tx -> OrganizationStore.insert(tx.handle(), new Organization(id, name, switches, null, null)));
    }

    /// Creates an organization in a transaction of the caller.
    public Organization create(Tx tx, String name, Switches switches) {
        var organization = new Organization(clocks.newId(), name, switches, null, null);
        OrganizationStore.insert(tx.handle(), organization);
        return organization;
    }

    public Organization setSwitch(UUID id, Switch which, boolean state) {
        return change(id, which == Switch.DUAL_CONTROL, switches -> switches.with(which, state));
    }

    /// Turns dual control on if its switch was never set.
    public void beginDualControl(UUID id, Instant now) {
        database.run(tx -> OrganizationStore.beginDualControl(tx.handle(), id, now));
        cache.invalidate(id);
    }

    /// Turns one conversion pair on or off, regardless of the organization's general switch.
    public Organization setSwitch(UUID id, Switches.Pair pair, boolean state) {
        return change(id, false, switches -> switches.with(pair, state));
    }

    /// Gives an organization's programs a rate limit of their own, or the default one.
    public void limitRequests(UUID id, Optional<RequestRate> rate) {
        int changed = database.inTx(tx -> OrganizationStore.limitRequests(tx.handle(), id, rate));
        if (changed == 0) {
            throw new IllegalArgumentException("no organization " + id);
        }
        cache.invalidate(id);
    }

    public Optional<Logo> logo(UUID id) {
        return database.read(handle -> LogoStore.find(handle, id));
    }

    /// Replaces an organization's logo, or removes it.
    public void brand(UUID id, Optional<Logo> logo) {
        database.inTx(tx -> {
            logo.ifPresentOrElse(given -> LogoStore.put(tx, id, given), () -> LogoStore.delete(tx, id));
            return id;
        });
        cache.invalidate(id);
    }

    private @Nullable Organization load(UUID id) {
        return database.read(handle -> OrganizationStore.find(handle, id)).orElse(null);
    }

    /// @param decidesDualControl true if a person turns dual control on or off, so that it does not turn itself on
    private Organization change(UUID id, boolean decidesDualControl, UnaryOperator<Switches> change) {
        var changed = database.inTx(tx -> {
            var before = OrganizationStore.lock(tx.handle(), id)
                    .orElseThrow(() -> new IllegalArgumentException("no organization " + id));
            var after =
                    new Organization(id, before.name(), change.apply(before.switches()), before.logo(), before.rate());
            OrganizationStore.update(tx.handle(), after);
            if (decidesDualControl) {
                OrganizationStore.setDualControl(tx.handle(), id, clocks.realInstant());
            }
            return after;
        });
        cache.invalidate(id);
        turned.invalidateAll();
        return changed;
    }
}
