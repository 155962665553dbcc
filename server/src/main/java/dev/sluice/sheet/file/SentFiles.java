package dev.sluice.sheet.file;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Owner;
import dev.sluice.db.Tx;
import dev.sluice.sheet.file.SentFile.Person;
import java.text.Normalizer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/// The files of a table: those of an organization, and the confirmed ones as a queue. A node leases the file that
/// waits longest, works on it for a while, and releases it; should it die, the file is due again.
public final class SentFiles<F extends SentFile> {
    /// How many letters of a name are enough to look for.
    public static final int PART_LENGTH_MIN = 3;

    /// How long a file is kept that nobody confirms.
    private static final Duration KEPT = Duration.ofDays(7);

    private static final int DELETED_PER_SWEEP = 20;
    private static final int NAME_LENGTH_MAX = 200;
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final Database database;
    private final Clocks clocks;
    private final Table<F> table;

    public SentFiles(Database database, Clocks clocks, Table<F> table) {
        this.database = database;
        this.clocks = clocks;
        this.table = table;
    }

    /// What a store has of a table of files. One file is `:organization` and `:id`.
    ///
    /// @param owner of one that is any of `:organizations`', by its `:id`
    /// @param latest of `:organization`, so many as `:limit`, of all or of those that were sent before `:before`
    /// @param named of `:organization`, the newest whose folded name has `:part` in it, so many as `:limit`
    /// @param claim of all that are due at `:now`, the one that waits longest, leased until `:until`
    /// @param release a file, where its lease is still that until `:until`
    /// @param finish of a file whose last row was worked through at `:at`
    /// @param stop of a file that is worked through, by `:by`, who is called `:byName`, at `:at`: it is due
    ///     at once
    /// @param delete of a file that was not confirmed
    /// @param sweep of those made before `:before` that were not confirmed, so many as `:limit`
    public record Table<F>(
            RowMapper<F> file,
            String find,
            String owner,
            String latest,
            String named,
            String claim,
            String release,
            String finish,
            String stop,
            String delete,
            String sweep) {}

    /// A file that a node works on, and until when it is nobody else's. A node that is held up for longer finds it
    /// leased to another one.
    public record Leased<F>(F file, Instant until) {}

    public Optional<F> find(UUID organizationId, UUID id) {
        return database.read(handle -> one(handle.createQuery(table.find()), organizationId, id)
                .map(table.file())
                .findOne());
    }

    /// Whose a file is.
    ///
    /// @param organizations to look in
    public Optional<UUID> owner(List<UUID> organizations, UUID id) {
        return database.browse(handle -> Owner.of(handle, table.owner(), organizations, id));
    }

    /// The files of an organization, the newest first.
    ///
    /// @param before a file that they were sent before; nothing for the newest of all
    public List<F> latest(UUID organizationId, @Nullable UUID before, int limit) {
        return database.read(handle -> handle.createQuery(table.latest())
                .bind("organization", organizationId)
                .bind("before", before)
                .bind("limit", limit)
                .map(table.file())
                .list());
    }

    /// The newest files of an organization that have a text in their name, in any case.
    ///
    /// @param part of at least [#PART_LENGTH_MIN] letters: fewer have nothing in the index
    public List<F> named(UUID organizationId, String part, int limit) {
        return database.browse(handle -> handle.createQuery(table.named())
                .bind("organization", organizationId)
                .bind("part", folded(part))
                .bind("limit", limit)
                .map(table.file())
                .list());
    }

    /// Forgets a file that was not confirmed.
    public boolean discard(F file) {
        return database.inTx(tx -> delete(tx, file.organizationId(), file.id())) > 0;
    }

    /// The same within a transaction, such as that of the file which takes its place.
    public int delete(Tx tx, UUID organizationId, UUID id) {
        return one(tx.handle().createUpdate(table.delete()), organizationId, id).execute();
    }

    /// Forgets files that nobody confirmed; true where there may be more.
    public boolean sweep() {
        var before = clocks.instant().minus(KEPT);
        return database.inTx(tx -> tx.handle()
                        .createUpdate(table.sweep())
                        .bind("before", before)
                        .bind("limit", DELETED_PER_SWEEP)
                        .execute())
                == DELETED_PER_SWEEP;
    }

    /// Works on the file that waits longest; true where there may be more.
    public boolean step(Consumer<Leased<F>> work) {
        var now = clocks.realInstant();
        var until = now.plus(LEASE);
        var claimed = database.inTx(tx -> tx.handle()
                .createQuery(table.claim())
                .bind("now", now)
                .bind("until", until)
                .map(table.file())
                .findOne());
        claimed.ifPresent(file -> work.accept(new Leased<>(file, until)));
        return claimed.isPresent();
    }

    /// What was to be done of it now is done. The lease of another node stays.
    public void release(Tx tx, Leased<F> leased) {
        var file = leased.file();
        one(tx.handle().createUpdate(table.release()), file.organizationId(), file.id())
                .bind("until", leased.until())
                .execute();
    }

    /// All that was to be done of it is done.
    public void finish(F file) {
        database.run(tx -> one(tx.handle().createUpdate(table.finish()), file.organizationId(), file.id())
                .bind("at", clocks.instant())
                .execute());
    }

    /// Has no more rows of a file worked through; false where it was not confirmed, is done, or was stopped
    /// before.
    public boolean stop(F file, Person by) {
        return database.inTx(tx -> one(tx.handle().createUpdate(table.stop()), file.organizationId(), file.id())
                        .bind("by", by.id())
                        .bind("byName", by.name())
                        .bind("at", clocks.instant())
                        .execute())
                > 0;
    }

    /// The name of a file as it can be shown: on one line, and not too long.
    public static String shown(String name) {
        var printable = name.replaceAll("\\p{Cntrl}", "").strip();
        var shown = printable.isEmpty() ? "-" : printable;
        return shown.substring(0, Math.min(shown.length(), NAME_LENGTH_MAX));
    }

    /// A name as it is looked for: without its case, and with one way to write each letter, for some systems take those
    /// with accents apart.
    public static String folded(String name) {
        return Normalizer.normalize(name, Normalizer.Form.NFKC)
                .toUpperCase(Locale.ROOT)
                .toLowerCase(Locale.ROOT);
    }

    private static <S extends SqlStatement<S>> S one(S statement, UUID organizationId, UUID id) {
        return statement.bind("organization", organizationId).bind("id", id);
    }
}
