package dev.sluice.rate;

import java.time.Instant;

/// The current time of both clocks. The business clock, which a sandbox advances, moves the simulated prices;
/// external prices age in real time.
record Moment(Instant business, Instant real) {}
