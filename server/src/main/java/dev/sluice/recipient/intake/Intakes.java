package dev.sluice.recipient.intake;

import dev.sluice.auth.Caller;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.recipient.Recipients;
import dev.sluice.recipient.intake.IntakeRow.State;
import dev.sluice.recipient.intake.IntakeRowStore.Window;
import dev.sluice.sheet.Grid;
import dev.sluice.sheet.SheetReader;
import dev.sluice.sheet.SheetTurns;
import dev.sluice.sheet.Unreadable;
import dev.sluice.sheet.file.SentFile;
import dev.sluice.sheet.file.SentFile.Person;
import dev.sluice.sheet.file.SentFiles;
import dev.sluice.sheet.file.SentRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/// Files of payees: read, looked at, confirmed, and how far they have come. All of them are of the organization that
/// asks.
public final class Intakes {
    private static final List<IntakeColumn> NEEDED =
            List.of(IntakeColumn.NAME, IntakeColumn.EMAIL, IntakeColumn.CURRENCY, IntakeColumn.ACCOUNT_NAME);
    private static final int ROWS_READ_AT_ONCE = 500;

    private final Database database;
    private final SentFiles<IntakeFile> files;
    private final Clocks clocks;
    private final Recipients recipients;
    private final IntakeRowStore rows;

    Intakes(Database database, SentFiles<IntakeFile> files, Clocks clocks, Recipients recipients, IntakeRowStore rows) {
        this.database = database;
        this.files = files;
        this.clocks = clocks;
        this.recipients = recipients;
        this.rows = rows;
    }

    /// How many rows there are of each kind.
    public record Progress(Map<State, Long> rows) {
        public Progress {
            rows = Map.copyOf(rows);
        }

        public long of(State state) {
            return rows.getOrDefault(state, 0L);
        }

        /// How many rows will not be stored.
        public long wrong() {
            return of(State.FAULTY) + of(State.DUPLICATE) + of(State.REFUSED);
        }
    }

    /// What came of confirming a file.
    public enum Confirmation {
        CONFIRMED,
        /// It has rows that cannot be stored, and nobody said that they shall be left out.
        FAULTY,
        /// None of its rows can be stored.
        NOTHING
    }

    /// Reads a file and keeps what it says, and what is wrong with it. No payee is stored.
    ///
    /// @param replaced a file that this one mends, and that goes
    /// @throws Unreadable where there is nothing to look at
    /// @throws dev.sluice.refusal.Refused `UNAVAILABLE` where too many files are read already
    public IntakeFile read(Caller caller, String name, byte[] bytes, Optional<UUID> replaced) throws Unreadable {
        try (var _ = SheetTurns.take()) {
            return readInTurn(caller, name, bytes, replaced);
        }
    }

    private IntakeFile readInTurn(Caller caller, String name, byte[] bytes, Optional<UUID> replaced) throws Unreadable {
        var grid = Grid.of(SheetReader.read(bytes), List.of(IntakeColumn.values()));
        grid.require(NEEDED);
        var preview = new IntakePreview(recipients, caller);
        var judged = database.read(handle -> preview.of(handle, grid.rows()));
        var file = new IntakeFile(
                caller.organizationId(),
                clocks.newId(),
                SentFiles.shown(name),
                SentFile.State.READ,
                judged.size(),
                Person.of(caller),
                clocks.instant(),
                null);
        database.run(tx -> {
            replaced.ifPresent(id -> files.delete(tx, caller.organizationId(), id));
            IntakeStore.insert(tx, file);
            rows.insert(tx, file, judged);
        });
        return file;
    }

    /// The files, to be found and to be forgotten.
    public SentFiles<IntakeFile> files() {
        return files;
    }

    /// Some rows of a file in their order, all or those that are not stored.
    public List<IntakeRow> rows(IntakeFile file, boolean wrongOnly, int limit, long offset) {
        return database.read(handle -> rows.page(handle, file, wrongOnly, new Window(0, limit, offset)));
    }

    /// All rows of a file in their order.
    public Stream<IntakeRow> rows(IntakeFile file) {
        return SentRow.all(number ->
                database.read(handle -> rows.page(handle, file, false, new Window(number, ROWS_READ_AT_ONCE, 0))));
    }

    public Progress progress(IntakeFile file) {
        return new Progress(database.read(handle -> IntakeRowStore.counts(handle, file)));
    }

    /// Has the payees of a file stored. Doing it twice is no error, and stores them once.
    ///
    /// @param skipWrong whether the rows that can be stored are stored without the others
    public Confirmation confirm(Caller caller, IntakeFile file, boolean skipWrong) {
        if (file.state() != SentFile.State.READ) {
            return Confirmation.CONFIRMED;
        }
        var progress = progress(file);
        if (progress.of(State.READY) == 0) {
            return Confirmation.NOTHING;
        }
        if (progress.wrong() > 0 && !skipWrong) {
            return Confirmation.FAULTY;
        }
        database.run(tx -> IntakeStore.confirm(tx, file, Person.of(caller), clocks.instant()));
        return Confirmation.CONFIRMED;
    }
}
