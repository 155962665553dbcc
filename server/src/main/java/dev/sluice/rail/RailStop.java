package dev.sluice.rail;

import java.time.Instant;

/// An operator's newest word on a rail: whether it is stopped, why, who said so, and when.
public record RailStop(String rail, boolean stopped, String reason, String actor, Instant changedAt) {}
