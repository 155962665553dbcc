package dev.sluice.fileimport.recipient;

import dev.sluice.auth.Caller;
import dev.sluice.db.Database;
import dev.sluice.fileimport.CodeCell;
import dev.sluice.fileimport.FileImport;
import dev.sluice.fileimport.FileImport.Parsed;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.ImportRow;
import dev.sluice.recipient.AccountLengths;
import dev.sluice.recipient.Recipients;
import dev.sluice.sheet.Grid;
import dev.sluice.sheet.Grid.Row;
import dev.sluice.sheet.Unreadable;
import java.util.List;
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
    private final Recipients recipients;
    private final AccountLengths lengths;
    private final FileImport<RecipientColumn> imports;

    RecipientFiles(Database database, Recipients recipients, FileImport<RecipientColumn> imports) {
        this.database = database;
        this.recipients = recipients;
        this.lengths = recipients.lengths();
        this.imports = imports;
    }

    /// Reads a file and stores its rows with their faults. Stores no recipient.
    ///
    /// @param replaced earlier version of the file, which is deleted
    /// @throws Unreadable if there is no table to preview
    /// @throws dev.sluice.refusal.Refused `UNAVAILABLE` if too many files are being read
    public ImportFile read(Caller caller, String name, byte[] bytes, Optional<UUID> replaced) throws Unreadable {
        return imports.read(caller, name, bytes, replaced, sheet -> {
            var grid = Grid.of(sheet, List.of(RecipientColumn.values()));
            grid.require(NEEDED);
            var rows = grid.rows().stream().map(this::whole).toList();
            var preview = new RecipientPreview(recipients, caller);
            return Parsed.of(database.browse(handle -> preview.of(handle, rows)), null);
        });
    }

    /// Normalizes the bank code of a row to the listed one, which payouts use.
    private Row<RecipientColumn> whole(Row<RecipientColumn> row) {
        var codes = lengths.bankCodes(row.at(RecipientColumn.CURRENCY));
        return CodeCell.whole(row, RecipientColumn.PAYMENT_CODE, codes);
    }

    /// Returns the expected length of account numbers that are too short, by row number.
    public SortedMap<Integer, Integer> shortAccounts(ImportFile file) {
        return ImportRow.shortAccounts(imports.rows(file), this::missed);
    }

    private OptionalInt missed(ImportRow<RecipientColumn> row) {
        return lengths.missed(
                row.at(RecipientColumn.CURRENCY),
                row.at(RecipientColumn.PAYMENT_CODE),
                row.at(RecipientColumn.BANK_NAME),
                row.at(RecipientColumn.ACCOUNT_NUMBER));
    }

    /// Returns the stored files and rows.
    public FileImport<RecipientColumn> imports() {
        return imports;
    }
}
