package dev.sluice.fileimport;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Batch;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.fileimport.ImportRow.State;
import dev.sluice.fileimport.SentFile.Person;
import dev.sluice.sheet.Titled;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/// Files whose rows become one object each: stored for preview, and settled row by row, each exactly once. Cells and
/// faults are encrypted.
public final class FileImport<C extends Enum<C> & Titled> {
    private static final int ROWS_READ_AT_ONCE = 500;

    private final Database database;
    private final Clocks clocks;
    private final Sql sql;
    private final SealedRows<C> contents;
    private final FileMac macs;
    private final ImportFiles<ImportFile> files;

    public FileImport(Database database, Clocks clocks, Sql sql, SealedRows<C> contents, FileMac.Alarm alarm) {
        this.database = database;
        this.clocks = clocks;
        this.sql = sql;
        this.contents = contents;
        this.macs = contents.macs();
        this.files = new ImportFiles<>(database, clocks, sql.files(), macs, alarm);
    }

    /// SQL of a store's two tables. A row is identified by `:organization` and `:file`, and has `stored_id`.
    ///
    /// @param insert inserts a file: `:organization`, `:id`, `:name`, `:folded`, `:sheet`, `:rows`, `:by`,
    ///     `:byName` and `:at`
    /// @param confirm confirms an unconfirmed file, by `:by` with name `:byName`, at `:at`
    /// @param insertRows inserts rows, as arrays: organization, file, number, content, state, stored id, hidden
    /// @param page selects all rows or those that are `:wrongOnly`, after the line `:after`
    /// @param ready selects `:limit` ready rows after the line `:after`, in order
    /// @param settle settles ready rows, as arrays in the same order, without `hidden`
    /// @param counts counts rows by state, and those that are `hidden`
    /// @param leaveOut leaves out ready rows that are hidden
    public record Sql(
            ImportFiles.Table<ImportFile> files,
            String insert,
            String confirm,
            String insertRows,
            String page,
            String ready,
            String settle,
            String counts,
            String leaveOut) {}

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

        /// Returns the number of rows that will not be stored.
        public long wrong() {
            return of(State.FAULTY) + of(State.DUPLICATE) + of(State.LEFT_OUT) + of(State.REFUSED);
        }
    }

    /// Returns the file queue, for look-up and deletion.
    public ImportFiles<ImportFile> files() {
        return files;
    }

    /// @param more additional parameters of the statement
    public void insert(Tx tx, ImportFile file, Map<String, ?> more, List<ImportRow<C>> rows) {
        tx.handle()
                .createUpdate(sql.insert())
                .bindMap(more)
                .bind("organization", file.organizationId())
                .bind("id", file.id())
                .bind("name", file.name())
                .bind("folded", ImportFiles.folded(file.name()))
                .bind("sheet", file.sheet())
                .bind("rows", file.rows())
                .bind("by", file.createdBy().id())
                .bind("byName", file.createdBy().name())
                .bind("at", file.createdAt())
                .execute();
        var sealed = sealed(file, rows);
        batch(sql.insertRows(), file, sealed)
                .booleans(sealed, each -> each.row().hidden())
                .bytes(sealed, each -> macs.of(file, each.row().number(), each.content(), List.of()))
                .write(tx);
    }

    /// Confirms a file for processing, unless it is confirmed already.
    ///
    /// @param hidden treatment of rows that the spreadsheet does not show
    public void confirm(Tx tx, ImportFile file, Person by, Hidden hidden) {
        var at = clocks.instant();
        int confirmed = tx.handle()
                .createUpdate(sql.confirm())
                .bind("organization", file.organizationId())
                .bind("id", file.id())
                .bind("by", by.id())
                .bind("byName", by.name())
                .bind("at", at)
                .bind("mac", macs.ofConfirmation(file, by, at))
                .execute();
        if (confirmed > 0 && hidden == Hidden.LEFT_OUT) {
            tx.handle()
                    .createUpdate(sql.leaveOut())
                    .bind("organization", file.organizationId())
                    .bind("file", file.id())
                    .execute();
        }
    }

    /// Returns rows to process, starting after a line.
    public List<ImportRow<C>> ready(Handle handle, ImportFile file, int after, int limit) {
        return firstReady(handle, file, after, limit)
                .map((row, _) -> authentic(row, file))
                .list();
    }

    private ImportRow<C> authentic(ResultSet row, ImportFile file) throws SQLException {
        int number = row.getInt("number");
        if (macs.isOf(row.getBytes("mac"), file, number, row.getBytes("content"), List.of())) {
            var read = read(row);
            if (read.faults().isEmpty()) {
                return read;
            }
        }
        throw files.altered(file, number);
    }

    /// A row with its sealed part.
    private record Sealed<C extends Enum<C> & Titled>(ImportRow<C> row, byte[] content) {}

    private List<Sealed<C>> sealed(ImportFile file, List<ImportRow<C>> rows) {
        return rows.stream()
                .map(row -> new Sealed<>(row, contents.seal(file.organizationId(), row)))
                .toList();
    }

    /// Returns the numbers of rows that are still unsettled within the transaction. After an expired lease,
    /// another node may have settled some of them.
    public Set<Integer> open(Tx tx, ImportFile file, int after, int limit) {
        return firstReady(tx.handle(), file, after, limit)
                .map((row, _) -> row.getInt("number"))
                .collect(Collectors.toSet());
    }

    /// Stores the result of rows that have none yet.
    public void settle(Tx tx, ImportFile file, List<ImportRow<C>> rows) {
        if (!rows.isEmpty() && batch(sql.settle(), file, sealed(file, rows)).update(tx) != rows.size()) {
            throw new IllegalStateException("rows of the file " + file.id() + " were settled by somebody else");
        }
    }

    /// Returns a page of rows in order, all or only those that are not stored.
    public List<ImportRow<C>> rows(ImportFile file, boolean wrongOnly, int limit, long offset) {
        return page(file, wrongOnly, 0, limit, offset);
    }

    /// Returns all rows in order.
    public Stream<ImportRow<C>> rows(ImportFile file) {
        return SentRow.all(number -> page(file, false, number, ROWS_READ_AT_ONCE, 0));
    }

    public Progress progress(ImportFile file) {
        var counts = new EnumMap<State, Long>(State.class);
        var hidden = new EnumMap<State, Long>(State.class);
        database.read(handle -> of(handle.createQuery(sql.counts()), file)
                .map((row, _) -> {
                    var state = State.valueOf(row.getString("state"));
                    counts.put(state, row.getLong("rows"));
                    return hidden.put(state, row.getLong("hidden"));
                })
                .list());
        return new Progress(counts, hidden.getOrDefault(State.READY, 0L));
    }

    private List<ImportRow<C>> page(ImportFile file, boolean wrongOnly, int after, int limit, long offset) {
        return database.read(handle -> of(handle.createQuery(sql.page()), file)
                .bind("wrongOnly", wrongOnly)
                .bind("after", after)
                .bind("limit", limit)
                .bind("offset", offset)
                .map((row, _) -> read(row))
                .list());
    }

    private Query firstReady(Handle handle, ImportFile file, int after, int limit) {
        return of(handle.createQuery(sql.ready()), file).bind("after", after).bind("limit", limit);
    }

    private static Query of(Query query, ImportFile file) {
        return query.bind("organization", file.organizationId()).bind("file", file.id());
    }

    private Batch batch(String text, ImportFile file, List<Sealed<C>> rows) {
        return Batch.of(text)
                .uuids(rows, _ -> file.organizationId())
                .uuids(rows, _ -> file.id())
                .integers(rows, each -> each.row().number())
                .bytes(rows, Sealed::content)
                .texts(rows, each -> each.row().state().name())
                .uuids(rows, each -> each.row().storedId());
    }

    private ImportRow<C> read(ResultSet row) throws SQLException {
        var content = contents.open(row.getObject("organization_id", UUID.class), row.getBytes("content"));
        return new ImportRow<>(
                row.getInt("number"),
                content.cells(),
                content.faults(),
                State.valueOf(row.getString("state")),
                row.getObject("stored_id", UUID.class),
                row.getBoolean("hidden"));
    }
}
