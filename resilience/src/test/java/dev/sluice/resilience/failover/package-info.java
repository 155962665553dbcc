/// Tests of the failover test.
@NullMarked
package dev.sluice.resilience.failover;

import org.jspecify.annotations.NullMarked;
