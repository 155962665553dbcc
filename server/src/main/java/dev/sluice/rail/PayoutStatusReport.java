package dev.sluice.rail;

import java.time.Instant;

/// Notice that a rail sent by itself. `key` is the rail's own id of the notice: a repeated one is stored once.
public record PayoutStatusReport(String rail, String key, PayoutRef payout, Outcome outcome, Instant seenAt) {}
