package dev.sluice.fileimport;

import dev.sluice.auth.Caller;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.fileimport.ImportFiles.Leased;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.sheet.Titled;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// Processes the confirmed files of one kind, a batch of rows at a time, in the name of the confirming user. A file
/// without open rows is done. The rest of a stopped file, or of one whose confirmer lost the permission, is left out.
public final class ImportWorker<C extends Enum<C> & Titled> {
    private final ImportFiles files;
    private final Confirmers confirmers;
    private final Handler<C> handler;

    public ImportWorker(FileImport<C> imports, Confirmers confirmers, Handler<C> handler) {
        this.files = imports.files();
        this.confirmers = confirmers;
        this.handler = handler;
    }

    /// Processing of the rows of one kind of file. Each batch ends with the release of the lease, except that rows
    /// that wait for a retry keep it.
    public interface Handler<C extends Titled> {
        /// Returns the rows of the next batch; none if every row is settled.
        List<ImportRow<C>> next(ImportFile file);

        /// Creates the objects of a batch and settles its rows.
        void create(Leased leased, Caller confirmer, List<ImportRow<C>> batch);

        /// Settles the rows of a batch as left out.
        void leaveOut(Leased leased, List<ImportRow<C>> batch, ProcessingState.Stopped stopped);
    }

    /// Processes a batch of the file that has waited longest; true if there may be more.
    public boolean step() {
        return files.step(this::work);
    }

    private void work(Leased leased) {
        var batch = handler.next(leased.file());
        if (batch.isEmpty()) {
            files.finish(leased.file());
            return;
        }
        switch (confirmers.of(leased.file())) {
            case ProcessingState.Stopped stopped -> handler.leaveOut(leased, batch, stopped);
            case ProcessingState.Running(var confirmer) -> handler.create(leased, confirmer, batch);
        }
    }

    /// Settles rows and releases their idempotency key. A key that was used for a different request cannot create
    /// anything and cannot be released, so only the rows are settled.
    ///
    /// @param release settles in the transaction that releases the key, unless the key has created something
    ///     already
    /// @return what the key has created; then nothing is settled
    public static <T> Optional<T> abandonKey(
            Database database, Function<Consumer<Tx>, Optional<T>> release, Consumer<Tx> settle) {
        try {
            return release.apply(settle);
        } catch (Refused taken) {
            if (taken.refusal() != Refusal.IDEMPOTENCY_KEY_REUSED) {
                throw taken;
            }
            database.run(settle);
            return Optional.empty();
        }
    }
}
