package dev.sluice.checkout;

import dev.sluice.db.Backfill;
import dev.sluice.db.Database;
import java.util.List;
import java.util.UUID;

/// Backfills the customer-name fingerprints of earlier payment pages from the encrypted names. Every node may run it.
final class EarlierCheckouts {
    private static final int BATCH_MAX = 500;

    private final Database database;
    private final CheckoutStore store;
    private final Backfill<Place> backfill;

    EarlierCheckouts(Database database, CheckoutStore store) {
        this(database, store, BATCH_MAX);
    }

    EarlierCheckouts(Database database, CheckoutStore store, int batchMax) {
        this.database = database;
        this.store = store;
        this.backfill = new Backfill<>(new Place(new UUID(0, 0), new UUID(0, 0)), batchMax);
    }

    /// Position in the order of reading.
    private record Place(UUID organizationId, UUID id) {
        static Place of(CheckoutStore.Unread unread) {
            return new Place(unread.organizationId(), unread.id());
        }
    }

    /// Processes a batch; returns true if there may be more.
    boolean step() {
        return backfill.step(this::read);
    }

    private List<Place> read(Place after, int most) {
        return database.inTx(tx -> {
            var found = store.lockUnread(tx, after.organizationId(), after.id(), most);
            if (!found.isEmpty()) {
                store.update(tx, found);
            }
            return found.stream().map(Place::of).toList();
        });
    }
}
