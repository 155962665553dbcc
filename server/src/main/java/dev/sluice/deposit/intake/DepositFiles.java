package dev.sluice.deposit.intake;

import dev.sluice.auth.Caller;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.deposit.DepositOrders;
import dev.sluice.sheet.Grid;
import dev.sluice.sheet.SheetReader;
import dev.sluice.sheet.SheetTurns;
import dev.sluice.sheet.Unreadable;
import dev.sluice.sheet.file.Digest;
import dev.sluice.sheet.file.Hidden;
import dev.sluice.sheet.file.Intake;
import dev.sluice.sheet.file.IntakeFile;
import dev.sluice.sheet.file.IntakeRow;
import dev.sluice.sheet.file.IntakeRow.State;
import dev.sluice.sheet.file.SentFile;
import dev.sluice.sheet.file.SentFile.Person;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/// Files of deposits: read, looked at, confirmed, and how far they have come. All of them are of the organization that
/// asks.
public final class DepositFiles {
    private static final List<DepositColumn> COLUMNS = List.of(DepositColumn.values());
    private static final List<DepositColumn> NEEDED = List.of(DepositColumn.INPUT_CURRENCY, DepositColumn.AMOUNT);

    private final Database database;
    private final Clocks clocks;
    private final DepositOrders orders;
    private final Rows requests;
    private final Intake<DepositColumn> kept;
    private final byte[] digestKey;

    DepositFiles(
            Database database,
            Clocks clocks,
            DepositOrders orders,
            Rows requests,
            Intake<DepositColumn> kept,
            byte[] digestKey) {
        this.database = database;
        this.clocks = clocks;
        this.orders = orders;
        this.requests = requests;
        this.kept = kept;
        this.digestKey = digestKey.clone();
    }

    /// What came of confirming a file.
    public enum Confirmation {
        CONFIRMED,
        /// It has faulty rows, and nobody said that they shall be left out.
        FAULTY,
        /// The spreadsheet does not show some of its rows, and nobody said what becomes of them.
        HIDDEN,
        /// Another one that says the same was confirmed before, and nobody said that it shall be done again.
        DONE_BEFORE,
        /// No deposit can be made of any of its rows.
        NOTHING
    }

    /// What whoever confirms a file knows of it.
    ///
    /// @param skipWrong that deposits are made of the rows that have no fault without the others
    /// @param again that another one that says the same was confirmed before
    /// @param hidden what becomes of the rows that the spreadsheet does not show
    public record Consent(boolean skipWrong, boolean again, Hidden hidden) {}

    /// Reads a file and keeps what it says, and what is wrong with it. No deposit is made.
    ///
    /// @param replaced a file that this one mends, and that goes
    /// @throws Unreadable where there is nothing to look at
    /// @throws dev.sluice.refusal.Refused `UNAVAILABLE` where too many files are read already
    public IntakeFile read(Caller caller, String name, byte[] bytes, Optional<UUID> replaced) throws Unreadable {
        try (var _ = SheetTurns.take(caller.organizationId())) {
            return readInTurn(caller, name, bytes, replaced);
        }
    }

    private IntakeFile readInTurn(Caller caller, String name, byte[] bytes, Optional<UUID> replaced) throws Unreadable {
        var sheet = SheetReader.read(bytes);
        var grid = Grid.of(sheet, COLUMNS);
        grid.require(NEEDED);
        var rows = grid.rows().stream().map(requests::whole).toList();
        var judged = new Preview(orders, requests, caller).of(rows);
        var file = IntakeFile.read(caller, clocks, name, sheet.name(), judged.size());
        database.run(tx -> {
            replaced.ifPresent(id -> kept.files().delete(tx, caller.organizationId(), id));
            kept.insert(tx, file, Map.of("digest", Digest.of(digestKey, COLUMNS, judged)), judged);
        });
        return file;
    }

    /// The files and their rows, to be looked at.
    public Intake<DepositColumn> kept() {
        return kept;
    }

    /// The statuses of the deposits that were made of some rows, by their ids.
    public Map<UUID, String> statuses(IntakeFile file, List<IntakeRow<DepositColumn>> rows) {
        return orders.statuses(
                file.organizationId(),
                rows.stream().map(IntakeRow::storedId).filter(Objects::nonNull).toList());
    }

    /// The latest other file that says the same and that somebody has confirmed.
    public Optional<IntakeFile> confirmedBefore(IntakeFile file) {
        return database.read(handle -> DepositFileStore.confirmedBefore(handle, file));
    }

    /// Has deposits made of a file. Doing it twice is no error, and makes them once. Of two files that say the same,
    /// the second one to come here knows of the first.
    public Confirmation confirm(Caller caller, IntakeFile file, Consent consent) {
        var progress = kept.progress(file);
        return database.inTx(tx -> {
            var now = DepositFileStore.lockSame(tx, file);
            if (now.isEmpty()) {
                return Confirmation.NOTHING;
            }
            if (now.get().state() != SentFile.State.READ) {
                return Confirmation.CONFIRMED;
            }
            boolean without = consent.hidden() == Hidden.LEFT_OUT;
            if (progress.of(State.READY) == (without ? progress.hidden() : 0)) {
                return Confirmation.NOTHING;
            }
            if (progress.wrong() > 0 && !consent.skipWrong()) {
                return Confirmation.FAULTY;
            }
            if (progress.hidden() > 0 && consent.hidden() == Hidden.NOT_SAID) {
                return Confirmation.HIDDEN;
            }
            if (!consent.again()
                    && DepositFileStore.confirmedBefore(tx.handle(), file).isPresent()) {
                return Confirmation.DONE_BEFORE;
            }
            kept.confirm(tx, file, Person.of(caller), consent.hidden());
            return Confirmation.CONFIRMED;
        });
    }
}
