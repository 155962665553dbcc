package dev.sluice.recipient;

import dev.sluice.db.Backfill;
import dev.sluice.db.Database;
import java.util.List;
import java.util.UUID;

/// One-time migration of recipients stored before the search by reference: adds the fingerprint of the sealed
/// reference to each. Every node may do it.
final class EarlierRecipients {
    private static final int BATCH_MAX = 500;

    private final Database database;
    private final RecipientStore store;
    private final Backfill<RecipientStore.Key> backfill;

    EarlierRecipients(Database database, RecipientStore store) {
        this.database = database;
        this.store = store;
        this.backfill = new Backfill<>(new RecipientStore.Key(new UUID(0, 0), new UUID(0, 0)), BATCH_MAX);
    }

    /// Migrates some recipients. Returns true if there may be more.
    boolean step() {
        return backfill.step(this::read);
    }

    private List<RecipientStore.Key> read(RecipientStore.Key after, int most) {
        return database.inTx(tx -> {
            var found = store.lockUnread(tx, after, most);
            if (!found.isEmpty()) {
                store.update(tx, found);
            }
            return found.stream()
                    .map(each -> new RecipientStore.Key(each.organizationId(), each.id()))
                    .toList();
        });
    }
}
