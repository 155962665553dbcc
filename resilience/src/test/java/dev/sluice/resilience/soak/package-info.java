/// Tests of the soak.
@NullMarked
package dev.sluice.resilience.soak;

import org.jspecify.annotations.NullMarked;
