package dev.sluice.rate;

import java.time.Instant;

/// Now, by both clocks: the business clock, which a sandbox advances, moves the walk; what comes from outside ages in
/// real time.
record Moment(Instant business, Instant real) {}
