package dev.sluice.checkout;

import dev.sluice.db.Database;

/// Payment pages that were made before they were found by their customers' names: the fingerprint of each is made of
/// what is sealed, once. Every node may do it.
final class EarlierCheckouts {
    private static final int BATCH_MAX = 500;

    private final Database database;
    private final CheckoutStore store;

    EarlierCheckouts(Database database, CheckoutStore store) {
        this.database = database;
        this.store = store;
    }

    /// Reads some; true where there may be more.
    boolean step() {
        return database.inTx(tx -> {
            var found = store.lockUnread(tx, BATCH_MAX);
            if (!found.isEmpty()) {
                store.update(tx, found);
            }
            return found.size() == BATCH_MAX;
        });
    }
}
