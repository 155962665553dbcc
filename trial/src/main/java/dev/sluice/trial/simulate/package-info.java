/// The service's own state machines, stores and workers on a real PostgreSQL, in a world that is played: a clock that
/// jumps, rails that fail, time out, repeat themselves and take money back, and crashes between any two steps. What
/// comes of it is compared with what the world knows to be true.
@NullMarked
package dev.sluice.trial.simulate;

import org.jspecify.annotations.NullMarked;
