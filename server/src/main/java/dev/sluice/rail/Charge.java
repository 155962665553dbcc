package dev.sluice.rail;

import dev.sluice.money.Money;
import java.time.Instant;
import java.util.UUID;

/// What a chain charged for a transaction that is no payout's, such as moving what came in to the treasury. `key` is
/// the rail's own id of it: one that is told twice is kept once.
public record Charge(UUID id, String rail, String key, Money amount, Instant at) {}
