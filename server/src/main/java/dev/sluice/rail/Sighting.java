package dev.sluice.rail;

import java.time.Instant;

/// Something that a rail told us by itself. `key` is the rail's own id of the notice: one that comes twice is kept
/// once.
public record Sighting(String rail, String key, PayoutRef payout, Outcome outcome, Instant seenAt) {}
