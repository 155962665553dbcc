package dev.sluice.recipient;

import java.util.Map;
import java.util.Set;
import java.util.UUID;

/// Stored recipients found by their ids, without deleted ones.
///
/// @param usable those that may be paid, by id
/// @param held ids of those whose rows were changed outside of the service; they are not paid
/// @param rejected ids of those that an operator rejected after a screening hit
public record StoredRecipients(Map<UUID, Recipient> usable, Set<UUID> held, Set<UUID> rejected) {
    static final StoredRecipients NONE = new StoredRecipients(Map.of(), Set.of(), Set.of());

    public StoredRecipients {
        usable = Map.copyOf(usable);
        held = Set.copyOf(held);
        rejected = Set.copyOf(rejected);
    }
}
