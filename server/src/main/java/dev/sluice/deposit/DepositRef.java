package dev.sluice.deposit;

import java.util.UUID;

/// A deposit of an organization.
public record DepositRef(UUID organizationId, UUID depositId) {}
