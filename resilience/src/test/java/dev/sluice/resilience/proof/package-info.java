/// Tests of the invariants' checks.
@NullMarked
package dev.sluice.resilience.proof;

import org.jspecify.annotations.NullMarked;
