package dev.sluice.rail.sandbox;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.Receipts;
import dev.sluice.rail.Sightings;

/// The side of the sandbox's bank that speaks by itself: it tells of payouts, and of money that came in, when that is
/// due. Every node may run it.
public final class SandboxBank {
    private static final int NOTICES_PER_STEP = 500;

    private final Database database;
    private final Clocks clocks;
    private final Sightings sightings;
    private final Receipts receipts;

    public SandboxBank(Database database, Clocks clocks, Sightings sightings, Receipts receipts) {
        this.database = database;
        this.clocks = clocks;
        this.sightings = sightings;
        this.receipts = receipts;
    }

    /// Tells what is due, or gives false where nothing is. A notice and the mark that it was sent are one transaction.
    public boolean step() {
        boolean payouts = tellOfPayouts();
        return tellOfPayins() || payouts;
    }

    private boolean tellOfPayouts() {
        return database.inTx(tx -> {
            var now = clocks.instant();
            var due = PaymentStore.lockDue(tx, now, NOTICES_PER_STEP);
            if (due.isEmpty()) {
                return false;
            }
            sightings.add(tx, due.stream().map(notice -> notice.sighting(now)).toList());
            PaymentStore.markSent(tx, due);
            return true;
        });
    }

    private boolean tellOfPayins() {
        return database.inTx(tx -> {
            var now = clocks.instant();
            var due = PayinStore.lockDue(tx, now, NOTICES_PER_STEP);
            if (due.isEmpty()) {
                return false;
            }
            receipts.add(tx, due.stream().map(payin -> payin.receipt(now)).toList());
            PayinStore.markSent(tx, due, now);
            return true;
        });
    }
}
