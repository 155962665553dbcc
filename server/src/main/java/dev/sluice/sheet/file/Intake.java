package dev.sluice.sheet.file;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Batch;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.sheet.Titled;
import dev.sluice.sheet.file.IntakeRow.State;
import dev.sluice.sheet.file.SentFile.Person;
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

/// Files of which each row becomes one thing, with their rows, whatever that is: kept while people look at them, and
/// settled row by row, each once. What a row says, and what is wrong with it, is sealed.
public final class Intake<C extends Enum<C> & Titled> {
    private static final int ROWS_READ_AT_ONCE = 500;

    private final Database database;
    private final Clocks clocks;
    private final Sql sql;
    private final SealedRows<C> contents;
    private final SentFiles<IntakeFile> files;

    public Intake(Database database, Clocks clocks, Sql sql, SealedRows<C> contents) {
        this.database = database;
        this.clocks = clocks;
        this.sql = sql;
        this.contents = contents;
        this.files = new SentFiles<>(database, clocks, sql.files());
    }

    /// What a store has of its two tables. A row is of `:organization` and `:file`, and has `stored_id`.
    ///
    /// @param insert of a file: `:organization`, `:id`, `:name`, `:folded`, `:sheet`, `:rows`, `:by`, `:byName` and
    ///     `:at`
    /// @param confirm a file that was not confirmed, by `:by`, who is called `:byName`, at `:at`
    /// @param insertRows as arrays: organization, file, number, content, state, what is stored, hidden
    /// @param page of all rows or those that are `:wrongOnly`, after the line `:after`
    /// @param ready rows after the line `:after`, so many as `:limit`, in their order
    /// @param settle rows that are ready, as arrays in the same order, without `hidden`
    /// @param counts of rows by state, and how many of each are `hidden`
    /// @param leaveOut the rows that are ready and hidden
    public record Sql(
            SentFiles.Table<IntakeFile> files,
            String insert,
            String confirm,
            String insertRows,
            String page,
            String ready,
            String settle,
            String counts,
            String leaveOut) {}

    /// How many rows there are of each kind.
    ///
    /// @param hidden how many rows that can be stored the spreadsheet does not show
    public record Progress(Map<State, Long> rows, long hidden) {
        public Progress {
            rows = Map.copyOf(rows);
        }

        public long of(State state) {
            return rows.getOrDefault(state, 0L);
        }

        /// How many rows will not be stored.
        public long wrong() {
            return of(State.FAULTY) + of(State.DUPLICATE) + of(State.LEFT_OUT) + of(State.REFUSED);
        }
    }

    /// The files, to be found and to be forgotten.
    public SentFiles<IntakeFile> files() {
        return files;
    }

    /// @param more what the statement takes besides
    public void insert(Tx tx, IntakeFile file, Map<String, ?> more, List<IntakeRow<C>> rows) {
        tx.handle()
                .createUpdate(sql.insert())
                .bindMap(more)
                .bind("organization", file.organizationId())
                .bind("id", file.id())
                .bind("name", file.name())
                .bind("folded", SentFiles.folded(file.name()))
                .bind("sheet", file.sheet())
                .bind("rows", file.rows())
                .bind("by", file.createdBy().id())
                .bind("byName", file.createdBy().name())
                .bind("at", file.createdAt())
                .execute();
        batch(sql.insertRows(), file, rows).booleans(rows, IntakeRow::hidden).write(tx);
    }

    /// Has the rows of a file worked through that are ready, unless somebody else has before.
    ///
    /// @param hidden what becomes of those that the spreadsheet does not show
    public void confirm(Tx tx, IntakeFile file, Person by, Hidden hidden) {
        int confirmed = tx.handle()
                .createUpdate(sql.confirm())
                .bind("organization", file.organizationId())
                .bind("id", file.id())
                .bind("by", by.id())
                .bind("byName", by.name())
                .bind("at", clocks.instant())
                .execute();
        if (confirmed > 0 && hidden == Hidden.LEFT_OUT) {
            tx.handle()
                    .createUpdate(sql.leaveOut())
                    .bind("organization", file.organizationId())
                    .bind("file", file.id())
                    .execute();
        }
    }

    /// Some rows that are to be worked through, the first after a line of the file.
    public List<IntakeRow<C>> ready(Handle handle, IntakeFile file, int after, int limit) {
        return firstReady(handle, file, after, limit).map((row, _) -> read(row)).list();
    }

    /// The numbers of the same rows, as they stand now: of some that were ready before, those that nobody has settled
    /// since. A file whose lease ran out is somebody else's too.
    public Set<Integer> open(Tx tx, IntakeFile file, int after, int limit) {
        return firstReady(tx.handle(), file, after, limit)
                .map((row, _) -> row.getInt("number"))
                .collect(Collectors.toSet());
    }

    /// Writes what became of rows that nothing had become of yet.
    public void settle(Tx tx, IntakeFile file, List<IntakeRow<C>> rows) {
        if (!rows.isEmpty() && batch(sql.settle(), file, rows).update(tx) != rows.size()) {
            throw new IllegalStateException("rows of the file " + file.id() + " were settled by somebody else");
        }
    }

    /// Some rows of a file in their order, all or those that are not stored.
    public List<IntakeRow<C>> rows(IntakeFile file, boolean wrongOnly, int limit, long offset) {
        return page(file, wrongOnly, 0, limit, offset);
    }

    /// All rows of a file in their order.
    public Stream<IntakeRow<C>> rows(IntakeFile file) {
        return SentRow.all(number -> page(file, false, number, ROWS_READ_AT_ONCE, 0));
    }

    public Progress progress(IntakeFile file) {
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

    private List<IntakeRow<C>> page(IntakeFile file, boolean wrongOnly, int after, int limit, long offset) {
        return database.read(handle -> of(handle.createQuery(sql.page()), file)
                .bind("wrongOnly", wrongOnly)
                .bind("after", after)
                .bind("limit", limit)
                .bind("offset", offset)
                .map((row, _) -> read(row))
                .list());
    }

    private Query firstReady(Handle handle, IntakeFile file, int after, int limit) {
        return of(handle.createQuery(sql.ready()), file).bind("after", after).bind("limit", limit);
    }

    private static Query of(Query query, IntakeFile file) {
        return query.bind("organization", file.organizationId()).bind("file", file.id());
    }

    private Batch batch(String text, IntakeFile file, List<IntakeRow<C>> rows) {
        return Batch.of(text)
                .uuids(rows, _ -> file.organizationId())
                .uuids(rows, _ -> file.id())
                .integers(rows, IntakeRow::number)
                .bytes(rows, row -> contents.seal(file.organizationId(), row))
                .texts(rows, row -> row.state().name())
                .uuids(rows, IntakeRow::storedId);
    }

    private IntakeRow<C> read(ResultSet row) throws SQLException {
        var content = contents.open(row.getObject("organization_id", UUID.class), row.getBytes("content"));
        return new IntakeRow<>(
                row.getInt("number"),
                content.cells(),
                content.faults(),
                State.valueOf(row.getString("state")),
                row.getObject("stored_id", UUID.class),
                row.getBoolean("hidden"));
    }
}
