/// Tests of the crash test.
@NullMarked
package dev.sluice.trial.crash;

import org.jspecify.annotations.NullMarked;
