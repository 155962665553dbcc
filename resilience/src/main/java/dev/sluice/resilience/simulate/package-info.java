/// Deterministic simulation: the service's own state machines, stores and workers on a real PostgreSQL, in a
/// simulated world. Its faults are clock jumps, failing rails, time-outs, repetitions, returned payments, and crashes
/// between any two steps. The results are compared with the world's actual state.
@NullMarked
package dev.sluice.resilience.simulate;

import org.jspecify.annotations.NullMarked;
