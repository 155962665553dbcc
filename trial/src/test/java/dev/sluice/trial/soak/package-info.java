/// Tests of the soak.
@NullMarked
package dev.sluice.trial.soak;

import org.jspecify.annotations.NullMarked;
