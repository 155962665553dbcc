package dev.sluice.deposit.intake;

import dev.sluice.auth.Caller;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.deposit.DepositOrders;
import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.sheet.file.Confirmers;
import dev.sluice.sheet.file.Fault;
import dev.sluice.sheet.file.Intake;
import dev.sluice.sheet.file.IntakeFile;
import dev.sluice.sheet.file.IntakeRow;
import dev.sluice.sheet.file.IntakeRow.State;
import dev.sluice.sheet.file.SentFiles.Leased;
import dev.sluice.sheet.file.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/// Makes the deposits of confirmed files, some at once. The key of each is made of its file and its row, so that one
/// that was made before somebody died is found again, not made again.
public final class DepositFileWorker {
    private static final int ROWS_AT_ONCE = 50;

    private final Database database;
    private final Intake<DepositColumn> kept;
    private final DepositOrders orders;
    private final Rows requests;
    private final Confirmers confirmers;

    DepositFileWorker(
            Database database, Intake<DepositColumn> kept, DepositOrders orders, Rows requests, Confirmers confirmers) {
        this.database = database;
        this.kept = kept;
        this.orders = orders;
        this.requests = requests;
        this.confirmers = confirmers;
    }

    /// Makes some deposits of the file that waits longest; true where there may be more.
    public boolean step() {
        return kept.files().step(this::work);
    }

    /// Rows that cannot be decided now, such as for want of a rate, hold up none behind them: all those are tried as
    /// well, and then they are tried again, from the first one on, once the lease is over.
    private void work(Leased<IntakeFile> leased) {
        var file = leased.file();
        var ready = ready(file, 0);
        if (ready.isEmpty()) {
            kept.files().finish(file);
        }
        var undecided = new ArrayList<Refused>();
        int after = 0;
        while (!ready.isEmpty()) {
            switch (standing(file)) {
                case Standing.Ends ends -> {
                    leaveOut(leased, ends);
                    return;
                }
                case Standing.Goes(var confirmer) -> tryOut(leased, confirmer, after, ready, undecided);
            }
            after = ready.getLast().number();
            ready = undecided.isEmpty() ? List.of() : ready(file, after);
        }
        if (!undecided.isEmpty()) {
            throw undecided.getFirst();
        }
    }

    private List<IntakeRow<DepositColumn>> ready(IntakeFile file, int after) {
        return database.read(handle -> kept.ready(handle, file, after, ROWS_AT_ONCE));
    }

    /// Somebody may have stopped it since it was taken up.
    private Standing standing(IntakeFile file) {
        return confirmers.of(kept.files().find(file.organizationId(), file.id()).orElse(file));
    }

    /// Some rows, each by itself: one that a deposit was made of by then has it.
    private void leaveOut(Leased<IntakeFile> leased, Standing.Ends ends) {
        var file = leased.file();
        for (var row : ready(file, 0)) {
            refuse(file, row, List.of(ends.of(DepositColumn.AMOUNT)));
        }
        database.run(tx -> kept.files().release(tx, leased));
    }

    /// Refuses a row together with its key: a node that is held up and comes back to it makes nothing of what is said
    /// to be refused. A row that a deposit was made of meanwhile has it.
    private void refuse(IntakeFile file, IntakeRow<DepositColumn> row, List<Fault<DepositColumn>> why) {
        givenUp(file, row, row.is(State.REFUSED, why, null))
                .ifPresent(deposit -> database.run(tx -> settle(tx, file, row.is(State.STORED, List.of(), deposit))));
    }

    /// A key that stands for something else is none that a deposit could be made under, and cannot be given
    /// up.
    private Optional<UUID> givenUp(IntakeFile file, IntakeRow<DepositColumn> row, IntakeRow<DepositColumn> refused) {
        try {
            return orders.giveUp(file.organizationId(), key(file, row), tx -> settle(tx, file, refused));
        } catch (Refused taken) {
            if (taken.refusal() != Refusal.IDEMPOTENCY_KEY_REUSED) {
                throw taken;
            }
            database.run(tx -> settle(tx, file, refused));
            return Optional.empty();
        }
    }

    private void settle(Tx tx, IntakeFile file, IntakeRow<DepositColumn> row) {
        DepositFileStore.lock(tx, file);
        if (kept.open(tx, file, row.number() - 1, 1).contains(row.number())) {
            kept.settle(tx, file, List.of(row));
        }
    }

    /// Makes deposits of some rows.
    ///
    /// @param undecided why rows of the file have to wait, to be added to
    private void tryOut(
            Leased<IntakeFile> leased,
            Caller confirmer,
            int after,
            List<IntakeRow<DepositColumn>> ready,
            List<Refused> undecided) {
        var file = leased.file();
        var outcomes = orders.create(
                confirmer,
                file.id(),
                ready.stream()
                        .map(row -> Rows.order(row.cells(), key(file, row)))
                        .toList());
        var settled = new ArrayList<IntakeRow<DepositColumn>>();
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

    /// Whoever has the lock first settles what is still open.
    private void settle(
            Leased<IntakeFile> leased, int after, List<IntakeRow<DepositColumn>> settled, boolean isReleased) {
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

    private static String key(IntakeFile file, IntakeRow<DepositColumn> row) {
        return "deposit-file/" + file.id() + "/" + row.number();
    }

    private List<Fault<DepositColumn>> why(IntakeRow<DepositColumn> row, Refused refused) {
        var details = refused.details().isEmpty()
                ? List.of(new Detail("", refused.refusal().code(), refused.text()))
                : refused.details();
        return requests.faults(row.cells(), details);
    }
}
