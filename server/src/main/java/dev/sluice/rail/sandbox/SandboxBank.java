package dev.sluice.rail.sandbox;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.Sightings;

/// The side of the sandbox's bank that speaks by itself: it sends the notices that are due. Every node may run it.
public final class SandboxBank {
    private static final int NOTICES_PER_STEP = 500;

    private final Database database;
    private final Clocks clocks;
    private final Sightings sightings;

    public SandboxBank(Database database, Clocks clocks, Sightings sightings) {
        this.database = database;
        this.clocks = clocks;
        this.sightings = sightings;
    }

    /// Sends what is due, or gives false where nothing is. A notice and the mark that it was sent are one transaction.
    public boolean step() {
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
}
