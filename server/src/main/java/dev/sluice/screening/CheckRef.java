package dev.sluice.screening;

import java.util.UUID;

/// Reference to a screened payout, recipient or payment; each has one check.
///
/// @param subjectId id of the payout, recipient or payment
public record CheckRef(UUID organizationId, UUID subjectId) {}
