package dev.sluice.fileimport.deposit;

import dev.sluice.auth.Caller;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.deposit.DepositPreparation;
import dev.sluice.fileimport.Digest;
import dev.sluice.fileimport.FileImport;
import dev.sluice.fileimport.Hidden;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.ImportRow;
import dev.sluice.fileimport.ImportRow.State;
import dev.sluice.fileimport.SentFile;
import dev.sluice.fileimport.SentFile.Person;
import dev.sluice.sheet.Grid;
import dev.sluice.sheet.SheetReader;
import dev.sluice.sheet.SheetTurns;
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
    private final Clocks clocks;
    private final DepositPreparation preparation;
    private final DepositRequests requests;
    private final FileImport<DepositColumn> kept;
    private final byte[] digestKey;

    DepositFiles(
            Database database,
            Clocks clocks,
            DepositPreparation preparation,
            DepositRequests requests,
            FileImport<DepositColumn> kept,
            byte[] digestKey) {
        this.database = database;
        this.clocks = clocks;
        this.preparation = preparation;
        this.requests = requests;
        this.kept = kept;
        this.digestKey = digestKey.clone();
    }

    /// Result of a confirmation.
    public enum Confirmation {
        CONFIRMED,
        /// The file has faulty rows, and the user did not agree to leave them out.
        FAULTY,
        /// The spreadsheet hides rows, and the user did not choose their treatment.
        HIDDEN,
        /// A file with equal content was confirmed before, and the user did not agree to repeat it.
        DONE_BEFORE,
        /// No row can become a deposit.
        NOTHING
    }

    /// Consent of the confirming user.
    ///
    /// @param skipWrong true to create deposits for the rows without faults only
    /// @param again true to repeat an earlier file with equal content
    /// @param hidden treatment of rows that the spreadsheet does not show
    public record Consent(boolean skipWrong, boolean again, Hidden hidden) {}

    /// Reads a file and stores its rows with their faults. Creates no deposit.
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
        var grid = Grid.of(sheet, COLUMNS);
        grid.require(NEEDED);
        var rows = grid.rows().stream().map(requests::whole).toList();
        var judged = new DepositPreview(preparation, requests, caller).of(rows);
        var file = ImportFile.read(caller, clocks, name, sheet.name(), judged.size());
        database.run(tx -> {
            replaced.ifPresent(id -> kept.files().delete(tx, caller.organizationId(), id));
            kept.insert(tx, file, Map.of("digest", Digest.of(digestKey, COLUMNS, judged)), judged);
        });
        return file;
    }

    /// Returns the stored files and rows.
    public FileImport<DepositColumn> kept() {
        return kept;
    }

    /// Returns the statuses of the rows' deposits, by deposit id.
    public Map<UUID, String> statuses(ImportFile file, List<ImportRow<DepositColumn>> rows) {
        return preparation.statuses(
                file.organizationId(),
                rows.stream().map(ImportRow::storedId).filter(Objects::nonNull).toList());
    }

    /// Returns the latest other confirmed file with equal content.
    public Optional<ImportFile> confirmedBefore(ImportFile file) {
        return database.read(handle -> DepositFileStore.confirmedBefore(handle, file));
    }

    /// Confirms a file for processing; idempotent. A lock on all files with equal content makes the second of two
    /// such files see the first.
    public Confirmation confirm(Caller caller, ImportFile file, Consent consent) {
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
