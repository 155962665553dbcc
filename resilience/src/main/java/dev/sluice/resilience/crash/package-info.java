/// Crash test: kills, freezes, disconnects and starves real processes under load, and verifies that nothing was lost.
@NullMarked
package dev.sluice.resilience.crash;

import org.jspecify.annotations.NullMarked;
