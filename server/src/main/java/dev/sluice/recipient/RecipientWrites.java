package dev.sluice.recipient;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Tx;
import dev.sluice.event.Event;
import dev.sluice.event.Events;
import dev.sluice.recipient.Recipient.Revision;
import dev.sluice.refusal.Refusal;
import java.util.List;
import java.util.UUID;

/// Stores, changes and deletes recipients, each with its event and tally, in the caller's transaction.
record RecipientWrites(RecipientStore store, Events events, Clocks clocks, ScreenedRecipients screened) {
    /// Stores new recipients.
    void insert(Tx tx, List<Recipient> recipients) {
        if (recipients.isEmpty()) {
            return;
        }
        store.insert(tx, recipients);
        var tally = new RecipientTallyStore.Changes();
        recipients.forEach(recipient -> tally.add(recipient, 1));
        tally.flush(tx);
        events.append(
                tx,
                recipients.stream()
                        .map(recipient -> event(recipient, "recipient.created", recipient.revision()))
                        .toList());
    }

    /// Stores a changed recipient.
    ///
    /// @return false if the recipient was changed or deleted in the meantime
    boolean update(Tx tx, Recipient before, Recipient after) {
        if (!store.update(tx, before, after)) {
            return false;
        }
        screened.changed(tx, before, after);
        new RecipientTallyStore.Changes().add(before, -1).add(after, 1).flush(tx);
        events.append(tx, List.of(event(after, "recipient.updated", after.revision())));
        return true;
    }

    /// Hides a recipient; its row stays.
    Recipient delete(Tx tx, UUID organizationId, UUID id) {
        var recipient = store.lock(tx, organizationId, id).orElseThrow(Refusal.RECIPIENT_NOT_FOUND::refused);
        var deletion = recipient.revision().next(clocks.instant());
        store.delete(tx, recipient, deletion.sequence(), deletion.updatedAt());
        screened.deleted(tx, recipient);
        new RecipientTallyStore.Changes().add(recipient, -1).flush(tx);
        events.append(tx, List.of(event(recipient, "recipient.deleted", deletion)));
        return recipient;
    }

    private static Event event(Recipient recipient, String type, Revision revision) {
        return new Event(
                recipient.organizationId(),
                recipient.id(),
                type,
                revision.sequence(),
                RecipientJson.bytes(recipient),
                revision.updatedAt());
    }
}
