package dev.sluice.rail.sandbox;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.Receipts;
import dev.sluice.rail.Sightings;

/// Worker of the sandbox's bank: reports payout notices and incoming payments when they are due. Every node may run
/// it.
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

    /// Reports what is due; returns false if nothing is. A notice and the mark that it was sent are stored in one
    /// transaction.
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
