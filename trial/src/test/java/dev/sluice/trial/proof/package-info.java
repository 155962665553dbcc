/// Tests of the invariants' checks.
@NullMarked
package dev.sluice.trial.proof;

import org.jspecify.annotations.NullMarked;
