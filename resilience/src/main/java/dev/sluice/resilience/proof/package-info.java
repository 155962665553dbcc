/// Invariants of the service under any fault, and their checks on its database.
@NullMarked
package dev.sluice.resilience.proof;

import org.jspecify.annotations.NullMarked;
