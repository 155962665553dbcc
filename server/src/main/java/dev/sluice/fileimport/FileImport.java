package dev.sluice.fileimport;

import dev.sluice.auth.Caller;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.fileimport.ImportFile.Person;
import dev.sluice.fileimport.ImportRow.State;
import dev.sluice.money.Asset;
import dev.sluice.sheet.Sheet;
import dev.sluice.sheet.SheetLimiter;
import dev.sluice.sheet.SheetReader;
import dev.sluice.sheet.Titled;
import dev.sluice.sheet.Unreadable;
import dev.sluice.vault.Vault;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Files of one kind: read and stored for preview, and settled row by row, each exactly once. Cells and faults are
/// encrypted.
public final class FileImport<C extends Enum<C> & Titled> {
    private static final int ROWS_READ_AT_ONCE = 500;

    private final Database database;
    private final Clocks clocks;
    private final ImportKind kind;
    private final ImportRowStore<C> store;
    private final ImportFiles files;

    public FileImport(
            Database database, Clocks clocks, Vault vault, ImportKind kind, Class<C> columns, FileMac.Alarm alarm) {
        var contents = new SealedRows<>(vault, kind.purpose(), columns);
        this.database = database;
        this.clocks = clocks;
        this.kind = kind;
        this.store = new ImportRowStore<>(contents);
        this.files = new ImportFiles(database, clocks, kind, contents.macs(), alarm);
    }

    /// Validated rows of a sheet.
    ///
    /// @param assets kind of assets that a file of payouts pays out
    /// @param digest keyed digest of the content, if equal files are to be found
    /// @param said returns the digest of a row's content, if equal rows are to be found
    public record Parsed<C extends Titled>(
            Asset.@Nullable Kind assets,
            List<ImportRow<C>> rows,
            byte @Nullable [] digest,
            Function<ImportRow<C>, byte @Nullable []> said) {
        /// Rows of a file that is not of payouts.
        public static <C extends Titled> Parsed<C> of(List<ImportRow<C>> rows, byte @Nullable [] digest) {
            return new Parsed<>(null, rows, digest, _ -> null);
        }
    }

    /// Validates the rows of a sheet.
    @FunctionalInterface
    public interface Parser<C extends Titled> {
        Parsed<C> parse(Sheet sheet) throws Unreadable;
    }

    /// Number of rows by state.
    ///
    /// @param hidden number of ready rows that the spreadsheet does not show
    public record Progress(Map<State, Long> rows, long hidden) {
        public Progress {
            rows = Map.copyOf(rows);
        }

        public long of(State state) {
            return rows.getOrDefault(state, 0L);
        }

        /// Returns the number of rows that will not become an object.
        public long wrong() {
            return of(State.FAULTY) + of(State.DUPLICATE) + of(State.LEFT_OUT) + of(State.REFUSED);
        }
    }

    /// Result of a confirmation.
    public enum Confirmation {
        CONFIRMED,
        /// The file has rows that cannot become an object, and the user did not agree to leave them out.
        FAULTY,
        /// The spreadsheet hides rows, and the user did not choose their treatment.
        HIDDEN,
        /// A file with equal content was confirmed before, and the user did not agree to repeat it.
        DONE_BEFORE,
        /// No row can become an object.
        NOTHING
    }

    /// Consent of the confirming user.
    ///
    /// @param skipFaulty true to process the rows without faults only
    /// @param again true to repeat an earlier file with equal content
    /// @param hidden treatment of rows that the spreadsheet does not show
    public record Consent(boolean skipFaulty, boolean again, Hidden hidden) {}

    /// Returns the file queue, for look-up and deletion.
    public ImportFiles files() {
        return files;
    }

    /// Reads a file and stores its rows with their faults.
    ///
    /// @param replaced earlier version of the file, which is deleted
    /// @throws Unreadable if there is no table to preview
    /// @throws dev.sluice.refusal.Refused `UNAVAILABLE` if too many files are being read
    public ImportFile read(Caller caller, String name, byte[] bytes, Optional<UUID> replaced, Parser<C> parser)
            throws Unreadable {
        try (var _ = SheetLimiter.acquire(caller.organizationId())) {
            var sheet = SheetReader.read(bytes);
            var parsed = parser.parse(sheet);
            var file = unconfirmed(caller, name, sheet.name(), parsed);
            database.run(tx -> {
                replaced.ifPresent(id -> files.delete(tx, caller.organizationId(), id));
                files.insert(tx, file, parsed.digest());
                store.insert(tx, file, parsed.rows(), parsed.said());
            });
            return file;
        }
    }

    private ImportFile unconfirmed(Caller caller, String name, String sheet, Parsed<C> parsed) {
        long faulty = parsed.rows().stream()
                .filter(row -> row.state() == State.FAULTY)
                .count();
        return new ImportFile(
                caller.organizationId(),
                clocks.newId(),
                kind,
                parsed.assets(),
                ImportFiles.shown(name),
                sheet,
                ImportFile.State.READ,
                parsed.rows().size(),
                (int) faulty,
                Person.of(caller),
                clocks.instant(),
                null,
                null,
                null);
    }

    /// Confirms a file of recipients or deposits for processing; idempotent. A lock on all files with equal
    /// content makes the second of two such files see the first.
    public Confirmation confirm(Caller caller, ImportFile file, Consent consent) {
        var progress = progress(file);
        return database.inTx(tx -> {
            var now = files.lockSame(tx, file);
            if (now.isEmpty()) {
                return Confirmation.NOTHING;
            }
            if (now.get().state() != ImportFile.State.READ) {
                return Confirmation.CONFIRMED;
            }
            boolean without = consent.hidden() == Hidden.LEFT_OUT;
            if (progress.of(State.READY) == (without ? progress.hidden() : 0)) {
                return Confirmation.NOTHING;
            }
            if (progress.wrong() > 0 && !consent.skipFaulty()) {
                return Confirmation.FAULTY;
            }
            if (progress.hidden() > 0 && consent.hidden() == Hidden.NOT_SAID) {
                return Confirmation.HIDDEN;
            }
            if (!consent.again() && files.confirmedBefore(tx.handle(), file).isPresent()) {
                return Confirmation.DONE_BEFORE;
            }
            confirm(tx, file, Person.of(caller), consent.hidden());
            return Confirmation.CONFIRMED;
        });
    }

    /// Confirms a file for processing, unless it is confirmed already.
    ///
    /// @param hidden treatment of rows that the spreadsheet does not show
    public void confirm(Tx tx, ImportFile file, Person by, Hidden hidden) {
        if (files.confirm(tx, file, by) && hidden == Hidden.LEFT_OUT) {
            store.leaveOutHidden(tx, file);
        }
    }

    /// Returns rows to process, starting after a line.
    public List<ImportRow<C>> ready(ImportFile file, int after, int limit) {
        return database.read(handle -> store.ready(handle, file, after, limit, number -> files.altered(file, number)));
    }

    /// Returns the rows of the first unsettled request of a file of payouts.
    public List<ImportRow<C>> nextChunk(ImportFile file) {
        return database.read(handle -> store.nextChunk(handle, file, number -> files.altered(file, number)));
    }

    /// Returns the numbers of rows that are still unsettled within the transaction. After an expired lease,
    /// another node may have settled some of them.
    public Set<Integer> open(Tx tx, ImportFile file, int after, int limit) {
        return new HashSet<>(store.open(tx, file, after, limit));
    }

    /// Stores the result of rows that have none yet.
    ///
    /// @throws IllegalStateException if a row has a result already
    public void settle(Tx tx, ImportFile file, List<ImportRow<C>> rows) {
        if (store.settle(tx, file, rows) != rows.size()) {
            throw new IllegalStateException("rows of the file " + file.id() + " were settled by somebody else");
        }
    }

    /// Stores the result of rows; those that have one already keep it.
    public void settleOpen(Tx tx, ImportFile file, List<ImportRow<C>> rows) {
        store.settle(tx, file, rows);
    }

    /// Returns a page of rows in order, all or only those that did not become an object.
    public List<ImportRow<C>> rows(ImportFile file, boolean wrongOnly, int limit, long offset) {
        return database.read(handle -> store.page(handle, file, wrongOnly, 0, limit, offset));
    }

    /// Returns all rows in order.
    public Stream<ImportRow<C>> rows(ImportFile file) {
        return ImportRow.all(
                number -> database.read(handle -> store.page(handle, file, false, number, ROWS_READ_AT_ONCE, 0)));
    }

    public Progress progress(ImportFile file) {
        return database.read(handle -> progress(handle, file));
    }

    private Progress progress(Handle handle, ImportFile file) {
        var counts = new EnumMap<State, Long>(State.class);
        var hidden = new EnumMap<State, Long>(State.class);
        store.counts(handle, file, counts, hidden);
        return new Progress(counts, hidden.getOrDefault(State.READY, 0L));
    }
}
