package dev.sluice.disbursement;

import dev.sluice.db.Database;

/// Payouts that were made before it was kept apart whom they went to: that is read out of what is sealed, once. Every
/// node may do it.
public final class EarlierPayouts {
    private static final int BATCH_MAX = 500;

    private final Database database;
    private final EarlierStore store;

    EarlierPayouts(Database database, EarlierStore store) {
        this.database = database;
        this.store = store;
    }

    /// Reads some; true where there may be more.
    public boolean step() {
        return database.inTx(tx -> {
            var found = store.lock(tx, BATCH_MAX);
            if (!found.isEmpty()) {
                EarlierStore.update(tx, found);
            }
            return found.size() == BATCH_MAX;
        });
    }
}
