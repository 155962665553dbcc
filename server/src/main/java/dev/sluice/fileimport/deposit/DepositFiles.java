package dev.sluice.fileimport.deposit;

import dev.sluice.auth.Caller;
import dev.sluice.db.Database;
import dev.sluice.deposit.create.DepositPreparation;
import dev.sluice.fileimport.Digest;
import dev.sluice.fileimport.FileImport;
import dev.sluice.fileimport.FileImport.Parsed;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.ImportRow;
import dev.sluice.sheet.Grid;
import dev.sluice.sheet.Unreadable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/// Files of deposits: reading, preview, confirmation and progress. All methods are scoped to the caller's
/// organization.
public final class DepositFiles {
    private static final List<DepositColumn> COLUMNS = List.of(DepositColumn.values());
    private static final List<DepositColumn> NEEDED = List.of(DepositColumn.INPUT_CURRENCY, DepositColumn.AMOUNT);

    private final Database database;
    private final DepositPreparation preparation;
    private final DepositRequests requests;
    private final FileImport<DepositColumn> imports;
    private final byte[] digestKey;

    DepositFiles(
            Database database,
            DepositPreparation preparation,
            DepositRequests requests,
            FileImport<DepositColumn> imports,
            byte[] digestKey) {
        this.database = database;
        this.preparation = preparation;
        this.requests = requests;
        this.imports = imports;
        this.digestKey = digestKey.clone();
    }

    /// Reads a file and stores its rows with their faults. Creates no deposit.
    ///
    /// @param replaced earlier version of the file, which is deleted
    /// @throws Unreadable if there is no table to preview
    /// @throws dev.sluice.refusal.Refused `UNAVAILABLE` if too many files are being read
    public ImportFile read(Caller caller, String name, byte[] bytes, Optional<UUID> replaced) throws Unreadable {
        return imports.read(caller, name, bytes, replaced, sheet -> {
            var grid = Grid.of(sheet, COLUMNS);
            grid.require(NEEDED);
            var rows = grid.rows().stream().map(requests::whole).toList();
            var judged = new DepositPreview(preparation, requests, caller).of(rows);
            return Parsed.of(judged, Digest.of(digestKey, COLUMNS, judged));
        });
    }

    /// Returns the stored files and rows.
    public FileImport<DepositColumn> imports() {
        return imports;
    }

    /// Returns the statuses of the rows' deposits, by deposit id.
    public Map<UUID, String> statuses(ImportFile file, List<ImportRow<DepositColumn>> rows) {
        return preparation.statuses(
                file.organizationId(),
                rows.stream().map(ImportRow::createdId).filter(Objects::nonNull).toList());
    }

    /// Returns the latest other confirmed file with equal content.
    public Optional<ImportFile> confirmedBefore(ImportFile file) {
        return database.read(handle -> imports.files().confirmedBefore(handle, file));
    }
}
