package dev.sluice.event;

import dev.sluice.db.Tx;
import dev.sluice.vault.Vault;
import java.util.List;
import java.util.UUID;

/// The outbox. Events hold personal data, so their data is sealed at rest.
public final class Events {
    private static final String PURPOSE = "event";

    private final Vault vault;

    public Events(Vault vault) {
        this.vault = vault;
    }

    /// Writes events in the transaction of what they tell, so that neither can be without the other.
    public void append(Tx tx, List<Event> events) {
        EventStore.insert(
                tx,
                events.stream()
                        .map(event ->
                                new EventStore.Row(event, vault.seal(event.organizationId(), PURPOSE, event.data())))
                        .toList());
    }

    /// The events of one resource, oldest first.
    public List<Event> of(Tx tx, UUID organizationId, UUID resourceId) {
        return EventStore.of(tx, organizationId, resourceId).stream()
                .map(row -> row.opened(vault.open(organizationId, PURPOSE, row.sealedData())))
                .toList();
    }
}
