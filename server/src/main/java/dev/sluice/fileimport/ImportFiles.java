package dev.sluice.fileimport;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Owner;
import dev.sluice.db.Tx;
import dev.sluice.fileimport.SentFile.Person;
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

/// Files of a table, by organization, and as a queue of confirmed ones. A node leases the file that has waited
/// longest, works on it for a while, and releases it. If the node dies, the lease expires and the file is due again.
public final class ImportFiles<F extends SentFile> {
    /// Minimum length of a search text.
    public static final int PART_LENGTH_MIN = 3;

    /// Retention of unconfirmed files.
    private static final Duration KEPT = Duration.ofDays(7);

    private static final int DELETED_PER_SWEEP = 20;
    private static final int NAME_LENGTH_MAX = 200;
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final Database database;
    private final Clocks clocks;
    private final Table<F> table;
    private final FileMac macs;
    private final FileMac.Alarm alarm;

    /// @param alarm receives files that were changed behind the service's back
    public ImportFiles(Database database, Clocks clocks, Table<F> table, FileMac macs, FileMac.Alarm alarm) {
        this.database = database;
        this.clocks = clocks;
        this.table = table;
        this.macs = macs;
        this.alarm = alarm;
    }

    /// Reports that a row of a file was changed behind the service's back: the file is not processed.
    public IllegalStateException altered(SentFile file, int number) {
        alarm.raise(file.organizationId(), file.id());
        return new IllegalStateException("row " + number + " of file " + file.id() + " was changed in the database");
    }

    /// SQL of a table of files. A file is identified by `:organization` and `:id`.
    ///
    /// @param owner selects the owner of `:id` among `:organizations`
    /// @param latest selects `:limit` files of `:organization`, all or those uploaded before `:before`
    /// @param named selects the newest `:limit` files of `:organization` whose folded name contains `:part`
    /// @param claim leases the file that has waited longest of those due at `:now`, until `:until`
    /// @param release ends the lease if it is still the one until `:until`
    /// @param finish completes a file at `:at`
    /// @param stop stops a file in progress, by `:by` with name `:byName`, at `:at`, and makes it due at once
    /// @param mac selects the MAC of the confirmation of a file
    /// @param delete deletes an unconfirmed file
    /// @param sweep deletes `:limit` unconfirmed files that were created before `:before`
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
            String mac,
            String delete,
            String sweep) {}

    /// A leased file with the end of the lease. Once that has passed, another node may lease the file.
    public record Leased<F>(F file, Instant until) {}

    public Optional<F> find(UUID organizationId, UUID id) {
        return database.read(handle -> one(handle.createQuery(table.find()), organizationId, id)
                .map(table.file())
                .findOne());
    }

    /// Returns the owner of a file.
    ///
    /// @param organizations organizations to search
    public Optional<UUID> owner(List<UUID> organizations, UUID id) {
        return database.browse(handle -> Owner.of(handle, table.owner(), organizations, id));
    }

    /// Returns the files of an organization, the newest first.
    ///
    /// @param before id of the file before which to continue; null for the first page
    public List<F> latest(UUID organizationId, @Nullable UUID before, int limit) {
        return database.read(handle -> handle.createQuery(table.latest())
                .bind("organization", organizationId)
                .bind("before", before)
                .bind("limit", limit)
                .map(table.file())
                .list());
    }

    /// Returns the newest files of an organization whose name contains a text, ignoring case.
    ///
    /// @param part search text of at least [#PART_LENGTH_MIN] letters; the index does not contain shorter ones
    public List<F> named(UUID organizationId, String part, int limit) {
        return database.browse(handle -> handle.createQuery(table.named())
                .bind("organization", organizationId)
                .bind("part", folded(part))
                .bind("limit", limit)
                .map(table.file())
                .list());
    }

    /// Deletes an unconfirmed file.
    public boolean discard(F file) {
        return database.inTx(tx -> delete(tx, file.organizationId(), file.id())) > 0;
    }

    /// Deletes an unconfirmed file within a transaction, such as the one that inserts its replacement.
    public int delete(Tx tx, UUID organizationId, UUID id) {
        return one(tx.handle().createUpdate(table.delete()), organizationId, id).execute();
    }

    /// Deletes old unconfirmed files; true if there may be more.
    public boolean sweep() {
        var before = clocks.instant().minus(KEPT);
        return database.inTx(tx -> tx.handle()
                        .createUpdate(table.sweep())
                        .bind("before", before)
                        .bind("limit", DELETED_PER_SWEEP)
                        .execute())
                == DELETED_PER_SWEEP;
    }

    /// Leases the file that has waited longest and works on it; true if there may be more.
    public boolean step(Consumer<Leased<F>> work) {
        var now = clocks.realInstant();
        var until = now.plus(LEASE);
        var claimed = database.inTx(tx -> tx.handle()
                .createQuery(table.claim())
                .bind("now", now)
                .bind("until", until)
                .map(table.file())
                .findOne());
        claimed.filter(this::isConfirmed).ifPresent(file -> work.accept(new Leased<>(file, until)));
        return claimed.isPresent();
    }

    private boolean isConfirmed(F file) {
        var mac = database.read(handle -> one(handle.createQuery(table.mac()), file.organizationId(), file.id())
                .mapTo(byte[].class)
                .findOne());
        boolean confirmed = macs.isConfirmation(mac.orElse(null), file);
        if (!confirmed) {
            alarm.raise(file.organizationId(), file.id());
        }
        return confirmed;
    }

    /// Releases the lease, unless another node has leased the file by now.
    public void release(Tx tx, Leased<F> leased) {
        var file = leased.file();
        one(tx.handle().createUpdate(table.release()), file.organizationId(), file.id())
                .bind("until", leased.until())
                .execute();
    }

    /// Marks a file as done.
    public void finish(F file) {
        database.run(tx -> one(tx.handle().createUpdate(table.finish()), file.organizationId(), file.id())
                .bind("at", clocks.instant())
                .execute());
    }

    /// Stops the processing of a file; false if it is unconfirmed, done or stopped already.
    public boolean stop(F file, Person by) {
        return database.inTx(tx -> one(tx.handle().createUpdate(table.stop()), file.organizationId(), file.id())
                        .bind("by", by.id())
                        .bind("byName", by.name())
                        .bind("at", clocks.instant())
                        .execute())
                > 0;
    }

    /// Cleans a file name for display: one line of limited length.
    public static String shown(String name) {
        var printable = name.replaceAll("\\p{Cntrl}", "").strip();
        var shown = printable.isEmpty() ? "-" : printable;
        return shown.substring(0, Math.min(shown.length(), NAME_LENGTH_MAX));
    }

    /// Normalizes a name for search: ignores case, and composes accented letters, which some systems decompose.
    public static String folded(String name) {
        return Normalizer.normalize(name, Normalizer.Form.NFKC)
                .toUpperCase(Locale.ROOT)
                .toLowerCase(Locale.ROOT);
    }

    private static <S extends SqlStatement<S>> S one(S statement, UUID organizationId, UUID id) {
        return statement.bind("organization", organizationId).bind("id", id);
    }
}
