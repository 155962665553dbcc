package dev.sluice.recipient.intake;

import dev.sluice.auth.Caller;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.recipient.Recipients;
import dev.sluice.recipient.intake.IntakeFile.Person;
import dev.sluice.recipient.intake.IntakeRow.State;
import dev.sluice.recipient.intake.IntakeRowStore.Window;
import dev.sluice.sheet.Grid;
import dev.sluice.sheet.SheetReader;
import dev.sluice.sheet.Unreadable;
import dev.sluice.sheet.Unreadable.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Files of payees: read, looked at, confirmed, and how far they have come. All of them are of the organization that
/// asks.
public final class Intakes {
    /// How many rows a file has at most.
    public static final int ROWS_MAX = SheetReader.ROWS_MAX;
    /// How long a file is kept that nobody confirms.
    public static final Duration KEPT = Duration.ofDays(7);

    private static final List<IntakeColumn> NEEDED =
            List.of(IntakeColumn.NAME, IntakeColumn.EMAIL, IntakeColumn.CURRENCY, IntakeColumn.ACCOUNT_NAME);
    private static final int DELETED_PER_SWEEP = 20;
    private static final int NAME_LENGTH_MAX = 200;

    private final Database database;
    private final Clocks clocks;
    private final Recipients recipients;
    private final IntakeRowStore rows;

    Intakes(Database database, Clocks clocks, Recipients recipients, IntakeRowStore rows) {
        this.database = database;
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
    public IntakeFile read(Caller caller, String name, byte[] bytes, Optional<UUID> replaced) throws Unreadable {
        var grid = Grid.of(SheetReader.read(bytes), IntakeColumn::titled);
        for (var needed : NEEDED) {
            if (!grid.columns().contains(needed)) {
                throw new Unreadable(Reason.MISSING_COLUMN, needed.title());
            }
        }
        var preview = new IntakePreview(recipients, caller);
        var judged = database.read(handle -> preview.of(handle, grid.rows()));
        var file = new IntakeFile(
                caller.organizationId(),
                clocks.newId(),
                shown(name),
                IntakeFile.State.READ,
                judged.size(),
                person(caller),
                clocks.instant(),
                null,
                null);
        database.run(tx -> {
            replaced.ifPresent(id -> IntakeStore.delete(tx, caller.organizationId(), id));
            IntakeStore.insert(tx, file);
            rows.insert(tx, file, judged);
        });
        return file;
    }

    public Optional<IntakeFile> find(UUID organizationId, UUID id) {
        return database.read(handle -> IntakeStore.find(handle, organizationId, id));
    }

    /// The files of an organization, the newest first.
    public List<IntakeFile> latest(UUID organizationId, int limit) {
        return database.read(handle -> IntakeStore.latest(handle, organizationId, limit));
    }

    /// Some rows of a file in their order, all or those that are not stored.
    public List<IntakeRow> rows(IntakeFile file, boolean wrongOnly, int limit, long offset) {
        return database.read(handle -> rows.page(handle, file, wrongOnly, new Window(0, limit, offset)));
    }

    /// The rows after a line of the file.
    public List<IntakeRow> rowsAfter(IntakeFile file, int number, int limit) {
        return database.read(handle -> rows.page(handle, file, false, new Window(number, limit, 0)));
    }

    public Progress progress(IntakeFile file) {
        return new Progress(database.read(handle -> IntakeRowStore.counts(handle, file)));
    }

    /// Has the payees of a file stored. Doing it twice is no error, and stores them once.
    ///
    /// @param skipWrong whether the rows that can be stored are stored without the others
    public Confirmation confirm(Caller caller, IntakeFile file, boolean skipWrong) {
        if (file.state() != IntakeFile.State.READ) {
            return Confirmation.CONFIRMED;
        }
        var progress = progress(file);
        if (progress.of(State.READY) == 0) {
            return Confirmation.NOTHING;
        }
        if (progress.wrong() > 0 && !skipWrong) {
            return Confirmation.FAULTY;
        }
        database.run(tx -> IntakeStore.confirm(tx, file, person(caller), clocks.instant()));
        return Confirmation.CONFIRMED;
    }

    /// Forgets a file that was not confirmed.
    public boolean discard(IntakeFile file) {
        return database.inTx(tx -> IntakeStore.delete(tx, file.organizationId(), file.id())) > 0;
    }

    /// Forgets files that nobody confirmed; true where there may be more.
    boolean sweep() {
        var before = clocks.instant().minus(KEPT);
        return database.inTx(tx -> IntakeStore.sweep(tx, before, DELETED_PER_SWEEP)) == DELETED_PER_SWEEP;
    }

    private static Person person(Caller caller) {
        return new Person(caller.actorId(), caller.actorName());
    }

    private static String shown(String name) {
        var printable = name.replaceAll("\\p{Cntrl}", "").strip();
        var shown = printable.isEmpty() ? "-" : printable;
        return shown.substring(0, Math.min(shown.length(), NAME_LENGTH_MAX));
    }
}
