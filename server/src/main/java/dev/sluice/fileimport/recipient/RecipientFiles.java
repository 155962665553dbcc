package dev.sluice.fileimport.recipient;

import dev.sluice.auth.Caller;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.fileimport.CodeCell;
import dev.sluice.fileimport.FileImport;
import dev.sluice.fileimport.Hidden;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.ImportRow;
import dev.sluice.fileimport.ImportRow.State;
import dev.sluice.fileimport.SentFile;
import dev.sluice.fileimport.SentFile.Person;
import dev.sluice.fileimport.SentRow;
import dev.sluice.recipient.AccountLengths;
import dev.sluice.recipient.Recipients;
import dev.sluice.sheet.Grid;
import dev.sluice.sheet.Grid.Row;
import dev.sluice.sheet.SheetReader;
import dev.sluice.sheet.SheetTurns;
import dev.sluice.sheet.Unreadable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.UUID;

/// Files of recipients: reading, preview, confirmation and progress. All methods are scoped to the caller's
/// organization.
public final class RecipientFiles {
    private static final List<RecipientColumn> NEEDED = List.of(
            RecipientColumn.NAME, RecipientColumn.EMAIL, RecipientColumn.CURRENCY, RecipientColumn.ACCOUNT_NAME);

    private final Database database;
    private final Clocks clocks;
    private final Recipients recipients;
    private final AccountLengths lengths;
    private final FileImport<RecipientColumn> kept;

    RecipientFiles(Database database, Clocks clocks, Recipients recipients, FileImport<RecipientColumn> kept) {
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
    public ImportFile read(Caller caller, String name, byte[] bytes, Optional<UUID> replaced) throws Unreadable {
        try (var _ = SheetTurns.take(caller.organizationId())) {
            return readInTurn(caller, name, bytes, replaced);
        }
    }

    private ImportFile readInTurn(Caller caller, String name, byte[] bytes, Optional<UUID> replaced) throws Unreadable {
        var sheet = SheetReader.read(bytes);
        var grid = Grid.of(sheet, List.of(RecipientColumn.values()));
        grid.require(NEEDED);
        var preview = new RecipientPreview(recipients, caller);
        var rows = grid.rows().stream().map(this::whole).toList();
        var judged = database.browse(handle -> preview.of(handle, rows));
        var file = ImportFile.read(caller, clocks, name, sheet.name(), judged.size());
        database.run(tx -> {
            replaced.ifPresent(id -> kept.files().delete(tx, caller.organizationId(), id));
            kept.insert(tx, file, Map.of(), judged);
        });
        return file;
    }

    /// Normalizes the bank code of a row to the listed one, which payouts use.
    private Row<RecipientColumn> whole(Row<RecipientColumn> row) {
        var codes = lengths.bankCodes(row.at(RecipientColumn.CURRENCY));
        return CodeCell.whole(row, RecipientColumn.PAYMENT_CODE, codes);
    }

    /// Returns the expected length of account numbers that are too short, by row number.
    public SortedMap<Integer, Integer> shortAccounts(ImportFile file) {
        return SentRow.shortAccounts(kept.rows(file), this::missed);
    }

    private OptionalInt missed(ImportRow<RecipientColumn> row) {
        return lengths.missed(
                row.at(RecipientColumn.CURRENCY),
                row.at(RecipientColumn.PAYMENT_CODE),
                row.at(RecipientColumn.BANK_NAME),
                row.at(RecipientColumn.ACCOUNT_NUMBER));
    }

    /// Returns the stored files and rows.
    public FileImport<RecipientColumn> kept() {
        return kept;
    }

    /// Confirms a file for processing; idempotent.
    ///
    /// @param skipWrong true to store the rows without faults only
    /// @param hidden treatment of rows that the spreadsheet does not show
    public Confirmation confirm(Caller caller, ImportFile file, boolean skipWrong, Hidden hidden) {
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
