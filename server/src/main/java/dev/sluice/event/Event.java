package dev.sluice.event;

import java.time.Instant;
import java.util.UUID;

/// One change of one resource, as delivered to merchants. `type` is `<resource>.<change>`, `sequence` rises by one per
/// resource, and `data` is the JSON of the whole resource as its own GET returned it at the change.
public record Event(UUID organizationId, UUID resourceId, String type, int sequence, byte[] data, Instant createdAt) {}
