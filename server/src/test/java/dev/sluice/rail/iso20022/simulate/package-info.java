/// Simulations of bank accounts with nodes that are killed at any step.
@NullMarked
package dev.sluice.rail.iso20022.simulate;

import org.jspecify.annotations.NullMarked;
