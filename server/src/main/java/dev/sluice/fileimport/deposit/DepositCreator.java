package dev.sluice.fileimport.deposit;

import dev.sluice.auth.Caller;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.deposit.create.DepositPreparation;
import dev.sluice.fileimport.Confirmers;
import dev.sluice.fileimport.Fault;
import dev.sluice.fileimport.FileImport;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.ImportFiles.Leased;
import dev.sluice.fileimport.ImportRow;
import dev.sluice.fileimport.ImportRow.State;
import dev.sluice.fileimport.ImportWorker;
import dev.sluice.fileimport.ProcessingState;
import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Creates the deposits of confirmed files in batches. The idempotency key of each consists of file and row, so that
/// a retry after a crash finds the deposit instead of creating another one.
final class DepositCreator implements ImportWorker.Handler<DepositColumn> {
    private static final int ROWS_AT_ONCE = 50;

    private final Database database;
    private final FileImport<DepositColumn> imports;
    private final DepositPreparation preparation;
    private final DepositRequests requests;
    private final Confirmers confirmers;

    DepositCreator(
            Database database,
            FileImport<DepositColumn> imports,
            DepositPreparation preparation,
            DepositRequests requests,
            Confirmers confirmers) {
        this.database = database;
        this.imports = imports;
        this.preparation = preparation;
        this.requests = requests;
        this.confirmers = confirmers;
    }

    @Override
    public List<ImportRow<DepositColumn>> next(ImportFile file) {
        return imports.ready(file, 0, ROWS_AT_ONCE);
    }

    /// A row with a transient refusal, such as a missing rate, does not block the rows after it. The worker tries
    /// all of those, and after the lease expires it starts again from the first open row.
    @Override
    public void create(Leased leased, Caller confirmer, List<ImportRow<DepositColumn>> batch) {
        var file = leased.file();
        var undecided = new ArrayList<Refused>();
        tryOut(leased, confirmer, 0, batch, undecided);
        int after = batch.getLast().number();
        while (!undecided.isEmpty()) {
            var ready = imports.ready(file, after, ROWS_AT_ONCE);
            if (ready.isEmpty()) {
                break;
            }
            switch (state(file)) {
                case ProcessingState.Stopped stopped -> {
                    leaveOut(leased, next(file), stopped);
                    return;
                }
                case ProcessingState.Running(var now) -> tryOut(leased, now, after, ready, undecided);
            }
            after = ready.getLast().number();
        }
        if (!undecided.isEmpty()) {
            throw undecided.getFirst();
        }
    }

    /// Reloads the file, since a user may have stopped it since it was leased.
    private ProcessingState state(ImportFile file) {
        return confirmers.of(
                imports.files().find(file.organizationId(), file.id()).orElse(file));
    }

    /// Leaves out rows one by one, since a row may have got its deposit in between.
    @Override
    public void leaveOut(Leased leased, List<ImportRow<DepositColumn>> batch, ProcessingState.Stopped stopped) {
        for (var row : batch) {
            refuse(leased.file(), row, List.of(stopped.of(DepositColumn.AMOUNT)));
        }
        database.run(tx -> imports.files().release(tx, leased));
    }

    /// Refuses a row and releases its key in one transaction, so that a delayed node cannot create a deposit for a
    /// refused row. A row that has got its deposit in between keeps it.
    private void refuse(ImportFile file, ImportRow<DepositColumn> row, List<Fault<DepositColumn>> why) {
        var refused = row.is(State.REFUSED, why, null);
        ImportWorker.abandonKey(
                        database,
                        settle -> preparation.abandonKey(file.organizationId(), key(file, row), settle),
                        tx -> settle(tx, file, refused))
                .ifPresent(deposit -> database.run(tx -> settle(tx, file, row.is(State.CREATED, List.of(), deposit))));
    }

    private void settle(Tx tx, ImportFile file, ImportRow<DepositColumn> row) {
        imports.files().lock(tx, file);
        if (imports.open(tx, file, row.number() - 1, 1).contains(row.number())) {
            imports.settle(tx, file, List.of(row));
        }
    }

    /// Tries to create the deposits of a batch of rows.
    ///
    /// @param undecided receives the transient refusals of the file's rows
    private void tryOut(
            Leased leased, Caller confirmer, int after, List<ImportRow<DepositColumn>> ready, List<Refused> undecided) {
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
                        State.CREATED,
                        List.of(),
                        Objects.requireNonNull(outcomes.get(at).depositId())));
            } else if (refused.refusal().isForNow()) {
                undecided.add(refused);
            } else {
                refuse(file, row, faults(row, refused));
            }
        }
        settle(leased, after, settled, undecided.isEmpty());
    }

    /// Settles rows that are still open under the lock; another node may have settled some.
    private void settle(Leased leased, int after, List<ImportRow<DepositColumn>> settled, boolean isReleased) {
        var file = leased.file();
        database.run(tx -> {
            imports.files().lock(tx, file);
            var open = imports.open(tx, file, after, ROWS_AT_ONCE);
            imports.settle(
                    tx,
                    file,
                    settled.stream().filter(row -> open.contains(row.number())).toList());
            if (isReleased) {
                imports.files().release(tx, leased);
            }
        });
    }

    private static String key(ImportFile file, ImportRow<DepositColumn> row) {
        return "deposit-file/" + file.id() + "/" + row.number();
    }

    private List<Fault<DepositColumn>> faults(ImportRow<DepositColumn> row, Refused refused) {
        var details = refused.details().isEmpty()
                ? List.of(new Detail("", refused.refusal().code(), refused.text()))
                : refused.details();
        return requests.faults(row.cells(), details);
    }
}
