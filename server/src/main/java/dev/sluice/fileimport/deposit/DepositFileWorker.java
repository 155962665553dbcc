package dev.sluice.fileimport.deposit;

import dev.sluice.auth.Caller;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.deposit.DepositPreparation;
import dev.sluice.fileimport.Confirmers;
import dev.sluice.fileimport.Fault;
import dev.sluice.fileimport.FileImport;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.ImportFiles.Leased;
import dev.sluice.fileimport.ImportRow;
import dev.sluice.fileimport.ImportRow.State;
import dev.sluice.fileimport.ProcessingState;
import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/// Creates the deposits of confirmed files in batches. The idempotency key of each consists of file and row, so that
/// a retry after a crash finds the deposit instead of creating another one.
public final class DepositFileWorker {
    private static final int ROWS_AT_ONCE = 50;

    private final Database database;
    private final FileImport<DepositColumn> kept;
    private final DepositPreparation preparation;
    private final DepositRequests requests;
    private final Confirmers confirmers;

    DepositFileWorker(
            Database database,
            FileImport<DepositColumn> kept,
            DepositPreparation preparation,
            DepositRequests requests,
            Confirmers confirmers) {
        this.database = database;
        this.kept = kept;
        this.preparation = preparation;
        this.requests = requests;
        this.confirmers = confirmers;
    }

    /// Creates a batch of deposits of the file that has waited longest; true if there may be more.
    public boolean step() {
        return kept.files().step(this::work);
    }

    /// A row with a transient refusal, such as a missing rate, does not block the rows after it. The worker tries
    /// all of those, and after the lease expires it starts again from the first open row.
    private void work(Leased<ImportFile> leased) {
        var file = leased.file();
        var ready = ready(file, 0);
        if (ready.isEmpty()) {
            kept.files().finish(file);
        }
        var undecided = new ArrayList<Refused>();
        int after = 0;
        while (!ready.isEmpty()) {
            switch (standing(file)) {
                case ProcessingState.Ends ends -> {
                    leaveOut(leased, ends);
                    return;
                }
                case ProcessingState.Goes(var confirmer) -> tryOut(leased, confirmer, after, ready, undecided);
            }
            after = ready.getLast().number();
            ready = undecided.isEmpty() ? List.of() : ready(file, after);
        }
        if (!undecided.isEmpty()) {
            throw undecided.getFirst();
        }
    }

    private List<ImportRow<DepositColumn>> ready(ImportFile file, int after) {
        return database.read(handle -> kept.ready(handle, file, after, ROWS_AT_ONCE));
    }

    /// Reloads the file, since a user may have stopped it since it was leased.
    private ProcessingState standing(ImportFile file) {
        return confirmers.of(kept.files().find(file.organizationId(), file.id()).orElse(file));
    }

    /// Leaves out rows one by one, since a row may have got its deposit in between.
    private void leaveOut(Leased<ImportFile> leased, ProcessingState.Ends ends) {
        var file = leased.file();
        for (var row : ready(file, 0)) {
            refuse(file, row, List.of(ends.of(DepositColumn.AMOUNT)));
        }
        database.run(tx -> kept.files().release(tx, leased));
    }

    /// Refuses a row and releases its key in one transaction, so that a delayed node cannot create a deposit for a
    /// refused row. A row that has got its deposit in between keeps it.
    private void refuse(ImportFile file, ImportRow<DepositColumn> row, List<Fault<DepositColumn>> why) {
        givenUp(file, row, row.is(State.REFUSED, why, null))
                .ifPresent(deposit -> database.run(tx -> settle(tx, file, row.is(State.STORED, List.of(), deposit))));
    }

    /// Settles the row and releases its key. A key that was used for a different request cannot create a deposit
    /// and cannot be released, so only the row is settled.
    private Optional<UUID> givenUp(ImportFile file, ImportRow<DepositColumn> row, ImportRow<DepositColumn> refused) {
        try {
            return preparation.giveUp(file.organizationId(), key(file, row), tx -> settle(tx, file, refused));
        } catch (Refused taken) {
            if (taken.refusal() != Refusal.IDEMPOTENCY_KEY_REUSED) {
                throw taken;
            }
            database.run(tx -> settle(tx, file, refused));
            return Optional.empty();
        }
    }

    private void settle(Tx tx, ImportFile file, ImportRow<DepositColumn> row) {
        DepositFileStore.lock(tx, file);
        if (kept.open(tx, file, row.number() - 1, 1).contains(row.number())) {
            kept.settle(tx, file, List.of(row));
        }
    }

    /// Tries to create the deposits of a batch of rows.
    ///
    /// @param undecided receives the transient refusals of the file's rows
    private void tryOut(
            Leased<ImportFile> leased,
            Caller confirmer,
            int after,
            List<ImportRow<DepositColumn>> ready,
            List<Refused> undecided) {
        var file = leased.file();
        var outcomes = preparation.create(
                confirmer,
                file.id(),
                ready.stream()
                        .map(row -> DepositRequests.order(row.cells(), key(file, row)))
                        .toList());
        var settled = new ArrayList<ImportRow<DepositColumn>>();
        for (int at = 0; at < ready.size(); at++) {
            var row = ready.get(at);
            var refused = outcomes.get(at).refused();
            if (refused == null) {
                settled.add(row.is(
                        State.STORED,
                        List.of(),
                        Objects.requireNonNull(outcomes.get(at).depositId())));
            } else if (refused.refusal().isForNow()) {
                undecided.add(refused);
            } else {
                refuse(file, row, why(row, refused));
            }
        }
        settle(leased, after, settled, undecided.isEmpty());
    }

    /// Settles rows that are still open under the lock; another node may have settled some.
    private void settle(
            Leased<ImportFile> leased, int after, List<ImportRow<DepositColumn>> settled, boolean isReleased) {
        var file = leased.file();
        database.run(tx -> {
            DepositFileStore.lock(tx, file);
            var open = kept.open(tx, file, after, ROWS_AT_ONCE);
            kept.settle(
                    tx,
                    file,
                    settled.stream().filter(row -> open.contains(row.number())).toList());
            if (isReleased) {
                kept.files().release(tx, leased);
            }
        });
    }

    private static String key(ImportFile file, ImportRow<DepositColumn> row) {
        return "deposit-file/" + file.id() + "/" + row.number();
    }

    private List<Fault<DepositColumn>> why(ImportRow<DepositColumn> row, Refused refused) {
        var details = refused.details().isEmpty()
                ? List.of(new Detail("", refused.refusal().code(), refused.text()))
                : refused.details();
        return requests.faults(row.cells(), details);
    }
}
