package dev.sluice.rail;

import java.util.UUID;

/// A payout as a rail knows it.
public record PayoutRef(UUID organizationId, UUID payoutId) {}
