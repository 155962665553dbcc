package dev.sluice.mail;

import java.time.Instant;
import java.util.UUID;

/// A stored mail and its delivery state.
///
/// @param attempts number of attempts so far
public record StoredMail(UUID organizationId, UUID id, Mail mail, Instant writtenAt, int attempts) {}
