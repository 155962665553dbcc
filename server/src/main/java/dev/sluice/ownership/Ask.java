package dev.sluice.ownership;

import java.util.UUID;

/// Who asks for a change, to which organization and why.
///
/// @param language language in which somebody is invited, by its tag
public record Ask(UUID organizationId, Participant by, String reason, String language) {}
