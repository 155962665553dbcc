package dev.sluice.disbursement.reconciliation;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.disbursement.DisbursementStore;
import dev.sluice.disbursement.lane.PendingWrites;
import dev.sluice.disbursement.query.Backlog;
import dev.sluice.disbursement.reconciliation.StuckStore.Stuck;
import dev.sluice.notification.Kind;
import dev.sluice.notification.Notifications;
import java.time.Instant;
import java.util.List;

/// Notifies operators of payouts with an outcome that has been unknown for a while. They are processed in the order in
/// which they became unknown, and the position is stored in the transaction of the notices, so that each is reported
/// once by any node. A payout that a rail knew again and then lost again counts as new.
public final class StuckPayouts {
    /// Maximum number of payouts per transaction.
    private static final int REACH = 1_000;

    private final Database database;
    private final DisbursementStore payouts;
    private final Clocks clocks;
    private final Notifications notifications;

    public StuckPayouts(Database database, DisbursementStore payouts, Clocks clocks, Notifications notifications) {
        this.database = database;
        this.payouts = payouts;
        this.clocks = clocks;
        this.notifications = notifications;
    }

    /// Runs one step; returns true if there may be more. A payout is in the database as unknown long before it is
    /// reported, so nothing appears behind the stored position.
    public boolean step() {
        var until = clocks.instant().minus(Backlog.STUCK_AFTER);
        return database.read(handle -> StuckStore.isAhead(handle, until)) && report(until);
    }

    private boolean report(Instant until) {
        return database.inTx(tx -> {
            var seen = StuckStore.lock(tx);
            var found =
                    seen.map(each -> StuckStore.after(tx, each, until, REACH)).orElse(List.of());
            if (found.isEmpty()) {
                return false;
            }
            var named = found.stream()
                    .limit(Notifications.NAMED_MAX)
                    .map(Stuck::ref)
                    .toList();
            var subjects = payouts.find(tx.handle(), named).stream()
                    .map(payout ->
                            PendingWrites.subject(payout, payout.progress().rail()))
                    .toList();
            notifications.create(tx, Notifications.OPERATORS, Kind.PAYOUT_STUCK, subjects, found.size());
            StuckStore.move(tx, found.getLast());
            return found.size() == REACH;
        });
    }
}
