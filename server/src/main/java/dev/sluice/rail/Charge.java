package dev.sluice.rail;

import dev.sluice.money.Money;
import java.time.Instant;
import java.util.UUID;

/// A chain's fee for a transaction without a payout, such as a sweep of incoming funds to the treasury. `key` is the
/// rail's own id of it: a charge reported twice is stored once.
public record Charge(UUID id, String rail, String key, Money amount, Instant at) {}
