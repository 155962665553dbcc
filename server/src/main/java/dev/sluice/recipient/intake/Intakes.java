package dev.sluice.recipient.intake;

import dev.sluice.auth.Caller;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.recipient.AccountLengths;
import dev.sluice.recipient.Recipients;
import dev.sluice.sheet.Grid;
import dev.sluice.sheet.Grid.Row;
import dev.sluice.sheet.SheetReader;
import dev.sluice.sheet.SheetTurns;
import dev.sluice.sheet.Unreadable;
import dev.sluice.sheet.file.CodeCell;
import dev.sluice.sheet.file.Hidden;
import dev.sluice.sheet.file.Intake;
import dev.sluice.sheet.file.IntakeFile;
import dev.sluice.sheet.file.IntakeRow;
import dev.sluice.sheet.file.IntakeRow.State;
import dev.sluice.sheet.file.SentFile;
import dev.sluice.sheet.file.SentFile.Person;
import dev.sluice.sheet.file.SentRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.UUID;

/// Files of recipients: reading, preview, confirmation and progress. All methods are scoped to the caller's
/// organization.
public final class Intakes {
    private static final List<IntakeColumn> NEEDED =
            List.of(IntakeColumn.NAME, IntakeColumn.EMAIL, IntakeColumn.CURRENCY, IntakeColumn.ACCOUNT_NAME);

    private final Database database;
    private final Clocks clocks;
    private final Recipients recipients;
    private final AccountLengths lengths;
    private final Intake<IntakeColumn> kept;

    Intakes(Database database, Clocks clocks, Recipients recipients, Intake<IntakeColumn> kept) {
        this.database = database;
        this.clocks = clocks;
        this.recipients = recipients;
        this.lengths = recipients.lengths();
        this.kept = kept;
    }

    /// Result of a confirmation.
    public enum Confirmation {
        CONFIRMED,
        /// The file has rows that cannot be stored, and the user did not agree to leave them out.
        FAULTY,
        /// The spreadsheet hides rows, and the user did not choose their treatment.
        HIDDEN,
        /// No row can be stored.
        NOTHING
    }

    /// Reads a file and stores its rows with their faults. Stores no recipient.
    ///
    /// @param replaced earlier version of the file, which is deleted
    /// @throws Unreadable if there is no table to preview
    /// @throws dev.sluice.refusal.Refused `UNAVAILABLE` if too many files are being read
    public IntakeFile read(Caller caller, String name, byte[] bytes, Optional<UUID> replaced) throws Unreadable {
        try (var _ = SheetTurns.take(caller.organizationId())) {
            return readInTurn(caller, name, bytes, replaced);
        }
    }

    private IntakeFile readInTurn(Caller caller, String name, byte[] bytes, Optional<UUID> replaced) throws Unreadable {
        var sheet = SheetReader.read(bytes);
        var grid = Grid.of(sheet, List.of(IntakeColumn.values()));
        grid.require(NEEDED);
        var preview = new IntakePreview(recipients, caller);
        var rows = grid.rows().stream().map(this::whole).toList();
        var judged = database.browse(handle -> preview.of(handle, rows));
        var file = IntakeFile.read(caller, clocks, name, sheet.name(), judged.size());
        database.run(tx -> {
            replaced.ifPresent(id -> kept.files().delete(tx, caller.organizationId(), id));
            kept.insert(tx, file, Map.of(), judged);
        });
        return file;
    }

    /// Normalizes the bank code of a row to the listed one, which payouts use.
    private Row<IntakeColumn> whole(Row<IntakeColumn> row) {
        var codes = lengths.bankCodes(row.at(IntakeColumn.CURRENCY));
        return CodeCell.whole(row, IntakeColumn.PAYMENT_CODE, codes);
    }

    /// Returns the expected length of account numbers that are too short, by row number.
    public SortedMap<Integer, Integer> shortAccounts(IntakeFile file) {
        return SentRow.shortAccounts(kept.rows(file), this::missed);
    }

    private OptionalInt missed(IntakeRow<IntakeColumn> row) {
        return lengths.missed(
                row.at(IntakeColumn.CURRENCY),
                row.at(IntakeColumn.PAYMENT_CODE),
                row.at(IntakeColumn.BANK_NAME),
                row.at(IntakeColumn.ACCOUNT_NUMBER));
    }

    /// Returns the stored files and rows.
    public Intake<IntakeColumn> kept() {
        return kept;
    }

    /// Confirms a file for processing; idempotent.
    ///
    /// @param skipWrong true to store the rows without faults only
    /// @param hidden treatment of rows that the spreadsheet does not show
    public Confirmation confirm(Caller caller, IntakeFile file, boolean skipWrong, Hidden hidden) {
        if (file.state() != SentFile.State.READ) {
            return Confirmation.CONFIRMED;
        }
        var progress = kept.progress(file);
        if (progress.of(State.READY) == (hidden == Hidden.LEFT_OUT ? progress.hidden() : 0)) {
            return Confirmation.NOTHING;
        }
        if (progress.wrong() > 0 && !skipWrong) {
            return Confirmation.FAULTY;
        }
        if (progress.hidden() > 0 && hidden == Hidden.NOT_SAID) {
            return Confirmation.HIDDEN;
        }
        database.run(tx -> kept.confirm(tx, file, Person.of(caller), hidden));
        return Confirmation.CONFIRMED;
    }
}
