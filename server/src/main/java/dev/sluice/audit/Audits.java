package dev.sluice.audit;

import dev.sluice.audit.AuditStore.Row;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.http.Page;
import dev.sluice.vault.Vault;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToIntBiFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The audit log. An entry is committed before its action begins, so that every action has one, even if the service
/// crashes during it.
public final class Audits {
    /// Small, since entries may be large.
    private static final int READ_AT_ONCE = 20;

    private static final int ACTORS_MAX = 200;
    private static final int REFUSED_MIN = 400;

    /// Number of an actor's latest entries to search for a similar one.
    private static final int LATEST = 20;

    private final Database database;
    private final Details details;
    private final Macs macs;
    private final Clocks clocks;
    private final Chains chains;

    /// Held during check and insert, so that concurrent attempts leave one entry.
    private final ReentrantLock atMost = new ReentrantLock();

    private Audits(Database database, Details details, Macs macs, Clocks clocks, Chains chains) {
        this.database = database;
        this.details = details;
        this.macs = macs;
        this.clocks = clocks;
        this.chains = chains;
    }

    public static Audits wire(Database database, Vault vault, Clocks clocks) {
        var details = new Details(vault);
        var macs = new Macs(vault);
        return new Audits(database, details, macs, clocks, new Chains(database, vault, clocks, details, macs));
    }

    /// An actor of the log.
    public record AuditActor(UUID id, String name) {}

    /// Runs an action between begin and completion of its entry. An exception completes the entry, too.
    ///
    /// @param status outcome of the action as an HTTP status
    /// @param failure outcome for an exception as an HTTP status
    public <T> T run(
            AuditAction action, Actions<T> work, ToIntFunction<T> status, ToIntFunction<RuntimeException> failure) {
        return runCreating(action, work, status, _ -> Optional.empty(), failure);
    }

    /// Runs an action that may create an object; its id becomes the entry's subject.
    ///
    /// @param created id of the created object, if any
    public <T> T runCreating(
            AuditAction action,
            Actions<T> work,
            ToIntFunction<T> status,
            Function<T, Optional<String>> created,
            ToIntFunction<RuntimeException> failure) {
        return run(
                action,
                work,
                done -> new Ended(status.applyAsInt(done), created.apply(done).orElse(null)),
                failure,
                (row, ended) -> row.ended(ended.outcome(), ended.created(), row.sealed()));
    }

    /// Runs an action of another organization's user on this organization. If it is refused, the entry keeps no
    /// details: the input changed nothing, and may contain data of others.
    public <T> T runOnOther(
            AuditAction action, Actions<T> work, ToIntFunction<T> status, ToIntFunction<RuntimeException> failure) {
        return run(
                action,
                work,
                done -> new Ended(status.applyAsInt(done), null),
                failure,
                (row, ended) -> row.ended(
                        ended.outcome(),
                        null,
                        ended.outcome() >= REFUSED_MIN
                                ? details.sealed(row.organizationId(), row.id(), Map.of())
                                : row.sealed()));
    }

    /// Runs several actions at once. All entries begin before the work, and each completes with its own outcome.
    ///
    /// @param status outcome of each action
    /// @param failure outcome of all actions for an exception
    public <K, T> T runEach(
            Map<K, AuditAction> actions,
            Actions<T> work,
            ToIntBiFunction<T, K> status,
            ToIntFunction<RuntimeException> failure) {
        var rows = new LinkedHashMap<K, Row>();
        actions.forEach((key, action) -> rows.put(key, signed(row(action))));
        database.run(tx -> rows.values().forEach(row -> AuditStore.insert(tx, row)));
        T done;
        try {
            done = work.work();
        } catch (RuntimeException failed) {
            end(rows, _ -> failure.applyAsInt(failed));
            throw failed;
        }
        end(rows, key -> status.applyAsInt(done, key));
        return done;
    }

    private <K> void end(Map<K, Row> rows, ToIntFunction<K> outcome) {
        database.run(tx -> rows.forEach((key, row) -> AuditStore.end(tx, signed(ended(row, outcome.applyAsInt(key))))));
    }

    /// Outcome of an action and the id of the object that it created.
    private record Ended(int outcome, @Nullable String created) {}

    /// Completes a row.
    @FunctionalInterface
    private interface Ending {
        Row ended(Row row, Ended ended);
    }

    private <T> T run(
            AuditAction action,
            Actions<T> work,
            Function<T, Ended> ended,
            ToIntFunction<RuntimeException> failure,
            Ending ending) {
        var row = begin(action);
        T done;
        try {
            done = work.work();
        } catch (RuntimeException failed) {
            var refused = new Ended(failure.applyAsInt(failed), null);
            end(ending.ended(row, refused));
            throw failed;
        }
        // Outside the try block: if the action succeeds but this write fails, the entry stays open instead of
        // counting as refused.
        var how = ended.apply(done);
        end(ending.ended(row, how));
        return done;
    }

    private void end(Row ended) {
        database.run(tx -> AuditStore.end(tx, signed(ended)));
    }

    private static Row ended(Row row, int outcome) {
        return row.ended(outcome, null, row.sealed());
    }

    private Row signed(Row row) {
        return row.with(macs.of(row));
    }

    /// The audited action.
    @FunctionalInterface
    public interface Actions<T> {
        T work();
    }

    /// Writes a completed entry in the caller's transaction, if the organization was not known before. Action and
    /// entry commit together.
    public void record(Tx tx, AuditAction action, int outcome) {
        AuditStore.insert(tx, signed(ended(row(action), outcome)));
    }

    /// Writes an entry for a refused action unless the same actor had one recently.
    ///
    /// @param apart minimum time between two such entries
    public void noteAtMost(AuditAction action, int outcome, Duration apart) {
        atMost.lock();
        try {
            database.run(tx -> {
                var row = ended(row(action), outcome);
                if (!isThereSince(tx, row, row.begunAt().minus(apart))) {
                    AuditStore.insert(tx, signed(row));
                }
            });
        } finally {
            atMost.unlock();
        }
    }

    /// Returns true if an authentic entry of the same actor and action exists since a time.
    private boolean isThereSince(Tx tx, Row row, Instant since) {
        return AuditStore.latestOf(tx, row, LATEST).stream()
                .anyMatch(each ->
                        each.action().equals(row.action()) && each.begunAt().isAfter(since) && isAuthentic(each));
    }

    private Row begin(AuditAction action) {
        var row = signed(row(action));
        database.run(tx -> AuditStore.insert(tx, row));
        return row;
    }

    private Row row(AuditAction action) {
        var actor = action.actor();
        var id = clocks.newId();
        return new Row(
                actor.organizationId(),
                id,
                clocks.realInstant().truncatedTo(ChronoUnit.MICROS),
                actor.id(),
                actor.name(),
                actor.role(),
                actor.address(),
                action.action(),
                action.subject(),
                details.sealed(actor.organizationId(), id, action.fields()),
                null,
                null,
                null,
                null);
    }

    /// Maximum count of entries for a page; a count that reaches it means "or more".
    public static final int COUNTED_MAX = 10_000;

    /// Returns entries, the newest first.
    public Page<Entry> page(UUID organizationId, AuditFilter filter, Page.Request page) {
        return database.browse(handle -> new Page<>(
                AuditStore.page(handle, organizationId, filter, page.limit(), page.offset()).stream()
                        .map(this::entry)
                        .toList(),
                AuditStore.count(handle, organizationId, filter, COUNTED_MAX),
                page));
    }

    /// Returns all current entries, the newest first, read in small batches.
    public Stream<Entry> all(UUID organizationId, AuditFilter filter) {
        return Stream.iterate(
                        below(organizationId, filter, null),
                        some -> !some.isEmpty(),
                        some -> below(organizationId, filter, some.getLast().id()))
                .flatMap(List::stream);
    }

    private List<Entry> below(UUID organizationId, AuditFilter filter, @Nullable UUID below) {
        return database.browse(handle -> AuditStore.below(handle, organizationId, filter, below, READ_AT_ONCE)).stream()
                .map(this::entry)
                .toList();
    }

    /// Returns the actors with entries, by name.
    public List<AuditActor> actors(UUID organizationId) {
        return database.browse(handle -> AuditStore.actors(handle, organizationId, ACTORS_MAX));
    }

    /// Links settled entries into the chains; true if there may be more.
    public boolean link() {
        return chains.link();
    }

    /// Checks for stray entries: forged rows, and rows that are unlinked for too long or outside a chain. Reports known
    /// stray entries again only if their number grows.
    ///
    /// @param listener sends the report, in the transaction that records it
    public void watch(BiConsumer<Tx, StrayEntries> listener) {
        chains.watch(listener);
    }

    /// Returns the number of stray entries in all organizations, as of the last check by any node.
    public long strays() {
        return database.read(StrayStore::number);
    }

    /// Result of a verification of the chains.
    ///
    /// @param faults descriptions of breaks in the chains; empty if they are intact
    /// @param since time of the first common seal
    /// @param ends current ends of the chains
    public record Proof(long entries, List<String> faults, Optional<Instant> since, List<End> ends) {
        public Proof {
            faults = List.copyOf(faults);
            ends = List.copyOf(ends);
        }
    }

    /// Verifies all chains from beginning to head.
    public Proof verify() {
        return verify(List.of());
    }

    /// Verifies all chains, and that they still contain earlier ends.
    public Proof verify(List<End> pinned) {
        return chains.verify(pinned);
    }

    /// Result of sealing chains anew.
    ///
    /// @param ends ends of the chains that are sealed now
    /// @param faults reasons why other chains are not
    public record Sealing(List<End> ends, List<String> faults) {
        public Sealing {
            ends = List.copyOf(ends);
            faults = List.copyOf(faults);
        }
    }

    /// Seals chains anew whose seals somebody removed, at the operator's request. Broken chains stay unsealed and
    /// remain a fault.
    ///
    /// @param noted writes an entry about the seal into each of these organizations' logs
    /// @throws IllegalArgumentException if there is nothing to seal, or an end moves in between
    public Sealing seal(BiConsumer<Tx, End> noted) {
        return chains.seal(noted);
    }

    private Entry entry(Row row) {
        var fields = isAuthentic(row) ? details.of(row) : Optional.<Map<String, String>>empty();
        return new Entry(
                row.id(),
                row.begunAt(),
                new AuditAction(
                        new AuditAction.Actor(
                                row.organizationId(), row.actorId(), row.actorName(), row.actorRole(), row.address()),
                        row.action(),
                        row.subject(),
                        fields.orElse(Map.of())),
                row.outcome(),
                row.position(),
                row.hash(),
                fields.isPresent());
    }

    /// Returns true if a node wrote the row.
    private boolean isAuthentic(Row row) {
        boolean aside = row.position() != null && row.position() < 1;
        return !aside && macs.isValid(row);
    }
}
