package dev.sluice.client.model;

import java.time.Duration;
import java.time.Instant;

/// What time it is in the sandbox, and how far it is ahead.
public record SandboxClock(Instant now, Duration offset) {}
