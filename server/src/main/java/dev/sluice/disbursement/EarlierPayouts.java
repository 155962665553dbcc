package dev.sluice.disbursement;

import dev.sluice.db.Database;
import dev.sluice.rail.PayoutRef;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

/// Payouts that were made before it was kept apart whom they went to: that is read out of what is sealed, once. Every
/// node may do it.
public final class EarlierPayouts {
    static final PayoutRef FIRST = new PayoutRef(new UUID(0, 0), new UUID(0, 0));
    private static final int BATCH_MAX = 500;

    private final Database database;
    private final EarlierStore store;
    private final int batchMax;
    /// While an old snapshot is open, the index keeps what was read: nobody goes through all of that for each batch.
    private final AtomicReference<PayoutRef> after = new AtomicReference<>(FIRST);

    EarlierPayouts(Database database, EarlierStore store) {
        this(database, store, BATCH_MAX);
    }

    EarlierPayouts(Database database, EarlierStore store, int batchMax) {
        this.database = database;
        this.store = store;
        this.batchMax = batchMax;
    }

    /// Reads some, after those that were read last, and from the first on again once there are no more; true where
    /// there may be more.
    public boolean step() {
        var from = after.get();
        var read = database.inTx(tx -> {
            var found = store.lock(tx, from, batchMax);
            if (!found.isEmpty()) {
                EarlierStore.update(tx, found);
            }
            return found;
        });
        boolean isFull = read.size() == batchMax;
        after.set(isFull ? read.getLast().ref() : FIRST);
        return isFull || !from.equals(FIRST);
    }
}
