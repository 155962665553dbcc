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

/// The log of what people do. An entry is there before the deed begins, so that no deed goes without one, even where
/// the service dies over it.
public final class Audits {
    /// Few, since entries from before they were bounded may be large.
    private static final int READ_AT_ONCE = 20;

    private static final int ACTORS_MAX = 200;
    private static final int REFUSED_MIN = 400;

    /// How many of a person's latest entries are looked through for one like another.
    private static final int LATEST = 20;

    private final Database database;
    private final Details details;
    private final Macs macs;
    private final Clocks clocks;
    private final Chains chains;

    /// Held while it is looked whether there is such an entry, so that attempts at the same time leave one.
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

    /// Somebody who stands in the log.
    public record Person(UUID id, String name) {}

    /// Does what a deed is, between the two halves of its entry. What it throws ends the entry too.
    ///
    /// @param status what the outcome is, as the status of an answer
    /// @param failure the same of what was thrown
    public <T> T doing(Deed deed, Deeds<T> work, ToIntFunction<T> status, ToIntFunction<RuntimeException> failure) {
        return making(deed, work, status, _ -> Optional.empty(), failure);
    }

    /// The same of a deed that may make something. Its entry is found by the id of that.
    ///
    /// @param made the id, where something was made
    public <T> T making(
            Deed deed,
            Deeds<T> work,
            ToIntFunction<T> status,
            Function<T, Optional<String>> made,
            ToIntFunction<RuntimeException> failure) {
        return doing(
                deed,
                work,
                done -> new Ended(status.applyAsInt(done), made.apply(done).orElse(null)),
                failure,
                (row, ended) -> row.ended(ended.outcome(), ended.made(), row.sealed()));
    }

    /// The same of what somebody of another organization does to this one. Of what was refused it has no more in its
    /// log than that it was: what was given changed nothing, and may speak of others.
    public <T> T doingTo(Deed deed, Deeds<T> work, ToIntFunction<T> status, ToIntFunction<RuntimeException> failure) {
        return doing(
                deed,
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

    /// The same of several deeds at once: all have their entries before any is done, and each ends by itself.
    ///
    /// @param status what the outcome of each is
    /// @param failure the outcome of all, where nothing came of it
    public <K, T> T doingEach(
            Map<K, Deed> deeds, Deeds<T> work, ToIntBiFunction<T, K> status, ToIntFunction<RuntimeException> failure) {
        var rows = new LinkedHashMap<K, Row>();
        deeds.forEach((key, deed) -> rows.put(key, signed(row(deed))));
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

    /// How a deed ended, and the id of what it made.
    private record Ended(int outcome, @Nullable String made) {}

    /// How an entry ends.
    @FunctionalInterface
    private interface Ending {
        Row ended(Row row, Ended ended);
    }

    private <T> T doing(
            Deed deed,
            Deeds<T> work,
            Function<T, Ended> ended,
            ToIntFunction<RuntimeException> failure,
            Ending ending) {
        var row = begin(deed);
        T done;
        try {
            done = work.work();
        } catch (RuntimeException failed) {
            var refused = new Ended(failure.applyAsInt(failed), null);
            end(ending.ended(row, refused));
            throw failed;
        }
        // Not within the attempt: what was done and could not be written down has no end, and was not refused.
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

    /// What is done between the halves.
    @FunctionalInterface
    public interface Deeds<T> {
        T work();
    }

    /// Writes down what is done in a transaction of the caller's, where whose affair it is was not known before: both
    /// are there, or neither.
    public void note(Tx tx, Deed deed, int outcome) {
        AuditStore.insert(tx, signed(ended(row(deed), outcome)));
    }

    /// Writes down what was refused, unless the same was of the same person not long ago.
    ///
    /// @param apart how long there is only one
    public void noteAtMost(Deed deed, int outcome, Duration apart) {
        atMost.lock();
        try {
            database.run(tx -> {
                var row = ended(row(deed), outcome);
                if (!isThereSince(tx, row, row.begunAt().minus(apart))) {
                    AuditStore.insert(tx, signed(row));
                }
            });
        } finally {
            atMost.unlock();
        }
    }

    /// Reports whether there is an entry of the same person and action since then. A row that no node wrote is none.
    private boolean isThereSince(Tx tx, Row row, Instant since) {
        return AuditStore.latestOf(tx, row, LATEST).stream()
                .anyMatch(each ->
                        each.action().equals(row.action()) && each.begunAt().isAfter(since) && isAuthentic(each));
    }

    private Row begin(Deed deed) {
        var row = signed(row(deed));
        database.run(tx -> AuditStore.insert(tx, row));
        return row;
    }

    private Row row(Deed deed) {
        var actor = deed.actor();
        var id = clocks.newId();
        return new Row(
                actor.organizationId(),
                id,
                clocks.realInstant().truncatedTo(ChronoUnit.MICROS),
                actor.id(),
                actor.name(),
                actor.role(),
                actor.address(),
                deed.action(),
                deed.subject(),
                details.sealed(actor.organizationId(), id, deed.fields()),
                true,
                null,
                null,
                null,
                null);
    }

    /// How many entries are counted for a page: where there are as many, there may be more.
    public static final int COUNTED_MAX = 10_000;

    /// Entries, the newest first.
    public Page<Entry> page(UUID organizationId, AuditFilter filter, Page.Request page) {
        return database.browse(handle -> new Page<>(
                AuditStore.page(handle, organizationId, filter, page.limit(), page.offset()).stream()
                        .map(this::entry)
                        .toList(),
                AuditStore.count(handle, organizationId, filter, COUNTED_MAX),
                page));
    }

    /// All entries there are by now, the newest first, read a few at a time.
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

    /// Who has entries, by name.
    public List<Person> actors(UUID organizationId) {
        return database.browse(handle -> AuditStore.actors(handle, organizationId, ACTORS_MAX));
    }

    /// Links what is settled; true where there may be more.
    public boolean link() {
        return chains.link();
    }

    /// Reports strays: rows that no node wrote, and rows that wait too long or stand outside a chain. Strays that
    /// were reported are reported again only when there are more.
    ///
    /// @param told tells, in the transaction that notes it
    public void watch(BiConsumer<Tx, Stray> told) {
        chains.watch(told);
    }

    /// The strays that the last look of any node found, of all organizations.
    public long strays() {
        return database.read(StrayStore::number);
    }

    /// What a proof of the chains found.
    ///
    /// @param faults where a chain breaks, in words; none where nobody touched it
    /// @param since when the ends were sealed together first
    /// @param ends where each chain ends by now
    public record Proof(long entries, List<String> faults, Optional<Instant> since, List<End> ends) {
        public Proof {
            faults = List.copyOf(faults);
            ends = List.copyOf(ends);
        }
    }

    /// Walks all chains from their beginnings to their heads.
    public Proof prove() {
        return prove(List.of());
    }

    /// The same, and whether they still lead to where they once ended.
    public Proof prove(List<End> pinned) {
        return chains.prove(pinned);
    }

    /// What came of sealing chains that no version sealed before.
    ///
    /// @param ends where those end that are sealed by now
    /// @param faults why others are not
    public record Sealing(List<End> ends, List<String> faults) {
        public Sealing {
            ends = List.copyOf(ends);
            faults = List.copyOf(faults);
        }
    }

    /// Seals the chains of a database that an earlier version served, which sealed none: once, for somebody
    /// who says so. Those that are not right stay without a seal, and a fault.
    ///
    /// @param noted writes down in each of these organizations' logs what of it is sealed
    /// @throws IllegalArgumentException where there is nothing to seal, or an end moves meanwhile
    public Sealing seal(BiConsumer<Tx, End> noted) {
        return chains.seal(noted);
    }

    private Entry entry(Row row) {
        var fields = isAuthentic(row) ? details.of(row) : Optional.<Map<String, String>>empty();
        return new Entry(
                row.id(),
                row.begunAt(),
                new Deed(
                        new Deed.Actor(
                                row.organizationId(), row.actorId(), row.actorName(), row.actorRole(), row.address()),
                        row.action(),
                        row.subject(),
                        fields.orElse(Map.of())),
                row.outcome(),
                row.position(),
                row.hash(),
                fields.isPresent());
    }

    /// Reports whether a node wrote a row. The chain vouches for rows of earlier versions: the database takes no row
    /// without a MAC any more.
    private boolean isAuthentic(Row row) {
        boolean aside = row.position() != null && row.position() < 1;
        return !aside && (row.mac() == null || macs.isRight(row));
    }
}
