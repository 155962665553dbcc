/// Sweep of deposit addresses to the treasury, with top-ups of the gas that it needs.
@NullMarked
package dev.sluice.rail.evm.sweep;

import org.jspecify.annotations.NullMarked;
