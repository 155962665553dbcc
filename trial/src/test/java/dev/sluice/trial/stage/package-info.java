/// Shared parts of tests with real processes.
@NullMarked
package dev.sluice.trial.stage;

import org.jspecify.annotations.NullMarked;
