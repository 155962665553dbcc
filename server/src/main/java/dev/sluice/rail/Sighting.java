package dev.sluice.rail;

import java.time.Instant;

/// Notice that a rail sent by itself. `key` is the rail's own id of the notice: a repeated one is stored once.
public record Sighting(String rail, String key, PayoutRef payout, Outcome outcome, Instant seenAt) {}
