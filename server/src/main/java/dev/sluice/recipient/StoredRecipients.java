package dev.sluice.recipient;

import java.util.Map;
import java.util.Set;
import java.util.UUID;

/// Stored recipients that were asked for by their ids, without those that are deleted.
///
/// @param usable those that may be paid, by id
/// @param held ids of those whose rows were changed behind the service's back, which nobody is paid by
/// @param rejected ids of those that an operator rejected after a screening hit
public record StoredRecipients(Map<UUID, Recipient> usable, Set<UUID> held, Set<UUID> rejected) {
    static final StoredRecipients NONE = new StoredRecipients(Map.of(), Set.of(), Set.of());

    public StoredRecipients {
        usable = Map.copyOf(usable);
        held = Set.copyOf(held);
        rejected = Set.copyOf(rejected);
    }
}
