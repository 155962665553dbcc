package dev.sluice.disbursement;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.disbursement.StuckStore.Stuck;
import dev.sluice.notice.Kind;
import dev.sluice.notice.Notices;
import java.time.Instant;
import java.util.List;

/// Tells operators of payouts of which nobody has known for a while what became of them. They are looked through in
/// the order in which they became so, and how far is noted in the transaction in which they are told: whatever node
/// looks, each is told once. One that a rail knew of again, and then not any more, has become so anew.
public final class StuckPayouts {
    /// How many are told in one transaction.
    private static final int REACH = 1_000;

    private final Database database;
    private final DisbursementStore payouts;
    private final Clocks clocks;
    private final Notices notices;

    StuckPayouts(Database database, DisbursementStore payouts, Clocks clocks, Notices notices) {
        this.database = database;
        this.payouts = payouts;
        this.clocks = clocks;
        this.notices = notices;
    }

    /// Looks once; true where there may be more. What becomes so is in the database long before it is so for a
    /// while: nothing appears behind what was looked at.
    public boolean step() {
        var until = clocks.instant().minus(Backlog.STUCK_AFTER);
        return database.read(handle -> StuckStore.isAhead(handle, until)) && tell(until);
    }

    private boolean tell(Instant until) {
        return database.inTx(tx -> {
            var seen = StuckStore.lock(tx);
            var found =
                    seen.map(each -> StuckStore.after(tx, each, until, REACH)).orElse(List.of());
            if (found.isEmpty()) {
                return false;
            }
            var named = found.stream().limit(Notices.NAMED_MAX).map(Stuck::ref).toList();
            var subjects = payouts.find(tx.handle(), named).stream()
                    .map(payout -> Effects.subject(payout, payout.progress().rail()))
                    .toList();
            notices.tell(tx, Notices.OPERATORS, Kind.PAYOUT_STUCK, subjects, found.size());
            StuckStore.move(tx, found.getLast());
            return found.size() == REACH;
        });
    }
}
