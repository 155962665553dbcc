/// Tests of the failover test.
@NullMarked
package dev.sluice.trial.failover;

import org.jspecify.annotations.NullMarked;
