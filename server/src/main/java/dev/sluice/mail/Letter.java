package dev.sluice.mail;

import java.time.Instant;
import java.util.UUID;

/// A mail that was written, and what became of it.
///
/// @param attempts how often it was tried
public record Letter(UUID organizationId, UUID id, Mail mail, Instant writtenAt, int attempts) {}
