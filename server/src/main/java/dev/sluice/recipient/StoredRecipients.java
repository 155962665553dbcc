package dev.sluice.recipient;

import java.util.Map;
import java.util.Set;
import java.util.UUID;

/// Stored recipients that were asked for by their ids, without those that are deleted.
///
/// @param usable those that may be paid, by id
/// @param held ids of those whose rows were changed behind the service's back, which nobody is paid by
public record StoredRecipients(Map<UUID, Recipient> usable, Set<UUID> held) {
    static final StoredRecipients NONE = new StoredRecipients(Map.of(), Set.of());

    public StoredRecipients {
        usable = Map.copyOf(usable);
        held = Set.copyOf(held);
    }
}
