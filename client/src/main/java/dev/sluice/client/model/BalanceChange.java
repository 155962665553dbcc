package dev.sluice.client.model;

import java.math.BigDecimal;

/// The available balance around the hold of a payout.
public record BalanceChange(BigDecimal before, BigDecimal after) {}
