package dev.sluice.disbursement;

import dev.sluice.db.Backfill;
import dev.sluice.db.Database;
import dev.sluice.rail.PayoutRef;
import java.util.List;
import java.util.UUID;

/// Payouts from before the recipient had its own column: it is read from the sealed data, once. Every node may run it.
public final class EarlierPayouts {
    static final PayoutRef FIRST = new PayoutRef(new UUID(0, 0), new UUID(0, 0));
    private static final int BATCH_MAX = 500;

    private final Database database;
    private final EarlierStore store;
    private final Backfill<PayoutRef> backfill;

    EarlierPayouts(Database database, EarlierStore store) {
        this(database, store, BATCH_MAX);
    }

    EarlierPayouts(Database database, EarlierStore store, int batchMax) {
        this.database = database;
        this.store = store;
        this.backfill = new Backfill<>(FIRST, batchMax);
    }

    /// Reads some payouts; returns true if there may be more.
    public boolean step() {
        return backfill.step(this::read);
    }

    private List<PayoutRef> read(PayoutRef after, int most) {
        return database.inTx(tx -> {
            var found = store.lock(tx, after, most);
            if (!found.isEmpty()) {
                EarlierStore.update(tx, found);
            }
            return found.stream().map(EarlierStore.PaidPayout::ref).toList();
        });
    }
}
