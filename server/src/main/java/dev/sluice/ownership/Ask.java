package dev.sluice.ownership;

import java.util.UUID;

/// Request for a change: its author, organization and reason.
///
/// @param language language tag for an invitation
public record Ask(UUID organizationId, Participant by, String reason, String language) {}
