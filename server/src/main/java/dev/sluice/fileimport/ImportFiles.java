package dev.sluice.fileimport;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Owner;
import dev.sluice.db.Tx;
import dev.sluice.fileimport.ImportFile.Person;
import java.text.Normalizer;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/// Files of one kind, by organization, and as a queue of confirmed ones. A node leases the file that has waited
/// longest, works on it for a while, and releases it. If the node dies, the lease expires and the file is due again.
public final class ImportFiles {
    /// Minimum length of a search text.
    public static final int PART_LENGTH_MIN = 3;

    /// Retention of unconfirmed files.
    private static final Duration KEPT = Duration.ofDays(7);

    private static final int DELETED_PER_SWEEP = 20;
    private static final int NAME_LENGTH_MAX = 200;
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final Database database;
    private final Clocks clocks;
    private final ImportKind kind;
    private final FileMac macs;
    private final FileMac.Alarm alarm;

    /// @param alarm receives files that were changed behind the service's back
    ImportFiles(Database database, Clocks clocks, ImportKind kind, FileMac macs, FileMac.Alarm alarm) {
        this.database = database;
        this.clocks = clocks;
        this.kind = kind;
        this.macs = macs;
        this.alarm = alarm;
    }

    /// Reports that a row of a file was changed behind the service's back: the file is not processed.
    IllegalStateException altered(ImportFile file, int number) {
        alarm.raise(file.organizationId(), file.id());
        return new IllegalStateException("row " + number + " of file " + file.id() + " was changed in the database");
    }

    /// A leased file with the end of the lease. Once that has passed, another node may lease the file.
    public record Leased(ImportFile file, Instant until) {}

    public Optional<ImportFile> find(UUID organizationId, UUID id) {
        return database.read(handle -> one(handle, ImportFileStore.FIND, organizationId, id));
    }

    private Optional<ImportFile> one(Handle handle, String sql, UUID organizationId, UUID id) {
        return bound(handle.createQuery(sql), organizationId, id)
                .bind("kind", kind.name())
                .map((row, _) -> ImportFile.of(row))
                .findOne();
    }

    /// Returns the owner of a file of any kind.
    ///
    /// @param organizations organizations to search
    public Optional<UUID> owner(List<UUID> organizations, UUID id) {
        return database.browse(handle -> Owner.of(handle, ImportFileStore.OWNER, organizations, id));
    }

    /// Returns the files of an organization, the newest first.
    ///
    /// @param before id of the file before which to continue; null for the first page
    public List<ImportFile> latest(UUID organizationId, @Nullable UUID before, int limit) {
        return database.read(handle -> handle.createQuery(ImportFileStore.LATEST)
                .bind("organization", organizationId)
                .bind("kind", kind.name())
                .bind("before", before)
                .bind("limit", limit)
                .map((row, _) -> ImportFile.of(row))
                .list());
    }

    /// Returns the newest files of an organization whose name contains a text, ignoring case.
    ///
    /// @param part search text of at least [#PART_LENGTH_MIN] letters; the index does not contain shorter ones
    public List<ImportFile> named(UUID organizationId, String part, int limit) {
        return database.browse(handle -> handle.createQuery(ImportFileStore.NAMED)
                .bind("organization", organizationId)
                .bind("kind", kind.name())
                .bind("part", folded(part))
                .bind("limit", limit)
                .map((row, _) -> ImportFile.of(row))
                .list());
    }

    /// Returns the latest other confirmed file with equal content.
    public Optional<ImportFile> confirmedBefore(Handle handle, ImportFile file) {
        return one(handle, ImportFileStore.CONFIRMED_BEFORE, file.organizationId(), file.id());
    }

    /// Returns the file of each group of payouts that was created from one.
    public Map<UUID, ImportFile> ofGroups(UUID organizationId, Collection<UUID> groups) {
        return groups.isEmpty()
                ? Map.of()
                : database.read(handle -> handle.createQuery(ImportFileStore.OF_GROUPS)
                        .bind("organization", organizationId)
                        .bindArray("groups", UUID.class, groups)
                        .map((row, _) -> Map.entry(row.getObject("group_id", UUID.class), ImportFile.of(row)))
                        .collectToMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /// Returns the current file and locks it.
    public Optional<ImportFile> lock(Tx tx, ImportFile file) {
        return one(tx.handle(), ImportFileStore.LOCK, file.organizationId(), file.id());
    }

    /// Returns the current file and locks all files with equal content.
    public Optional<ImportFile> lockSame(Tx tx, ImportFile file) {
        bound(tx.handle().createQuery(ImportFileStore.LOCK_SAME), file.organizationId(), file.id())
                .mapTo(UUID.class)
                .list();
        return lock(tx, file);
    }

    /// Returns the current file and locks all unconfirmed ones of its organization.
    public Optional<ImportFile> lockUnconfirmed(Tx tx, ImportFile file) {
        lockAll(tx, ImportFileStore.LOCK_READ, file.organizationId());
        return lock(tx, file);
    }

    /// Locks all files of an organization in progress.
    public void lockInProgress(Tx tx, UUID organizationId) {
        lockAll(tx, ImportFileStore.LOCK_CONFIRMED, organizationId);
    }

    private void lockAll(Tx tx, String sql, UUID organizationId) {
        tx.handle()
                .createQuery(sql)
                .bind("organization", organizationId)
                .bind("kind", kind.name())
                .mapTo(UUID.class)
                .list();
    }

    /// @param digest keyed digest of the content, if equal files are to be found
    void insert(Tx tx, ImportFile file, byte @Nullable [] digest) {
        bound(tx.handle().createUpdate(ImportFileStore.INSERT), file.organizationId(), file.id())
                .bind("kind", kind.name())
                .bind("assets", file.assets() == null ? null : file.assets().name())
                .bind("name", file.name())
                .bind("folded", folded(file.name()))
                .bind("sheet", file.sheet())
                .bind("rows", file.rows())
                .bind("faulty", file.faulty())
                .bind("digest", digest)
                .bind("by", file.createdBy().id())
                .bind("byName", file.createdBy().name())
                .bind("at", file.createdAt())
                .execute();
    }

    /// Confirms a file for processing; false if it is confirmed already.
    boolean confirm(Tx tx, ImportFile file, Person by) {
        var at = clocks.instant();
        return bound(tx.handle().createUpdate(ImportFileStore.CONFIRM), file.organizationId(), file.id())
                        .bind("by", by.id())
                        .bind("byName", by.name())
                        .bind("byRole", by.role() == null ? null : by.role().name())
                        .bind("at", at)
                        .bind("mac", macs.ofConfirmation(file, by, at))
                        .execute()
                > 0;
    }

    /// Deletes an unconfirmed file.
    public boolean discard(ImportFile file) {
        return database.inTx(tx -> delete(tx, file.organizationId(), file.id())) > 0;
    }

    /// Deletes an unconfirmed file within a transaction, such as the one that inserts its replacement.
    int delete(Tx tx, UUID organizationId, UUID id) {
        return bound(tx.handle().createUpdate(ImportFileStore.DELETE), organizationId, id)
                .bind("kind", kind.name())
                .execute();
    }

    /// Deletes old unconfirmed files of any kind; true if there may be more.
    public boolean deleteExpired() {
        var before = clocks.instant().minus(KEPT);
        return database.inTx(tx -> tx.handle()
                        .createUpdate(ImportFileStore.SWEEP)
                        .bind("before", before)
                        .bind("limit", DELETED_PER_SWEEP)
                        .execute())
                == DELETED_PER_SWEEP;
    }

    /// Leases the file that has waited longest and works on it; true if there may be more.
    boolean step(Consumer<Leased> work) {
        var now = clocks.realInstant();
        var until = now.plus(LEASE);
        var claimed = database.inTx(tx -> tx.handle()
                .createQuery(ImportFileStore.CLAIM)
                .bind("kind", kind.name())
                .bind("now", now)
                .bind("until", until)
                .map((row, _) -> ImportFile.of(row))
                .findOne());
        claimed.filter(this::isConfirmed).ifPresent(file -> work.accept(new Leased(file, until)));
        return claimed.isPresent();
    }

    private boolean isConfirmed(ImportFile file) {
        var mac =
                database.read(handle -> bound(handle.createQuery(ImportFileStore.MAC), file.organizationId(), file.id())
                        .mapTo(byte[].class)
                        .findOne());
        boolean confirmed = macs.isConfirmation(mac.orElse(null), file);
        if (!confirmed) {
            alarm.raise(file.organizationId(), file.id());
        }
        return confirmed;
    }

    /// Releases the lease, unless another node has leased the file by now.
    public void release(Tx tx, Leased leased) {
        var file = leased.file();
        bound(tx.handle().createUpdate(ImportFileStore.RELEASE), file.organizationId(), file.id())
                .bind("until", leased.until())
                .execute();
    }

    /// Marks a file as done.
    void finish(ImportFile file) {
        database.run(tx -> bound(tx.handle().createUpdate(ImportFileStore.FINISH), file.organizationId(), file.id())
                .bind("at", clocks.instant())
                .execute());
    }

    /// Stops the processing of a file; false if it is unconfirmed, done or stopped already.
    public boolean stop(ImportFile file, Person by) {
        return database.inTx(
                        tx -> bound(tx.handle().createUpdate(ImportFileStore.STOP), file.organizationId(), file.id())
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

    private static <S extends SqlStatement<S>> S bound(S statement, UUID organizationId, UUID id) {
        return statement.bind("organization", organizationId).bind("id", id);
    }
}
