/// Shared parts of tests with real processes.
@NullMarked
package dev.sluice.resilience.stage;

import org.jspecify.annotations.NullMarked;
