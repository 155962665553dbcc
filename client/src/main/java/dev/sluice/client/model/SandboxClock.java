package dev.sluice.client.model;

import java.time.Duration;
import java.time.Instant;

/// Time of the sandbox, and its offset from real time.
public record SandboxClock(Instant now, Duration offset) {}
