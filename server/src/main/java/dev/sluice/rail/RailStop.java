package dev.sluice.rail;

import java.time.Instant;

/// Latest stop or start of a rail by an operator, with the reason, the operator and the time.
public record RailStop(String rail, boolean stopped, String reason, String actor, Instant changedAt) {}
