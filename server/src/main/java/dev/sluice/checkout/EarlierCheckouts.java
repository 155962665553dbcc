package dev.sluice.checkout;

import dev.sluice.db.Database;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

/// Payment pages that were made before they were found by their customers' names: the fingerprint of each is made of
/// what is sealed, once. Every node may do it.
final class EarlierCheckouts {
    private static final int BATCH_MAX = 500;
    private static final Place FIRST = new Place(new UUID(0, 0), new UUID(0, 0));

    private final Database database;
    private final CheckoutStore store;
    private final int batchMax;
    /// While an old snapshot is open, the index keeps what was read: nobody goes through all of that for each batch.
    private final AtomicReference<Place> after = new AtomicReference<>(FIRST);

    EarlierCheckouts(Database database, CheckoutStore store) {
        this(database, store, BATCH_MAX);
    }

    EarlierCheckouts(Database database, CheckoutStore store, int batchMax) {
        this.database = database;
        this.store = store;
        this.batchMax = batchMax;
    }

    /// Where one stands in the order in which they are read.
    private record Place(UUID organizationId, UUID id) {
        static Place of(CheckoutStore.Unread unread) {
            return new Place(unread.organizationId(), unread.id());
        }
    }

    /// Reads some, after those that were read last, and from the first on again once there are no more; true where
    /// there may be more.
    boolean step() {
        var from = after.get();
        var read = database.inTx(tx -> {
            var found = store.lockUnread(tx, from.organizationId(), from.id(), batchMax);
            if (!found.isEmpty()) {
                store.update(tx, found);
            }
            return found;
        });
        boolean isFull = read.size() == batchMax;
        after.set(isFull ? Place.of(read.getLast()) : FIRST);
        return isFull || !from.equals(FIRST);
    }
}
