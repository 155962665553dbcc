package dev.sluice.screening;

import java.util.UUID;

/// The payout, recipient or payment that is screened, which has one check.
///
/// @param subjectId id of the payout, recipient or payment
public record CheckRef(UUID organizationId, UUID subjectId) {}
