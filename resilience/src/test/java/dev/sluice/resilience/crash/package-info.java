/// Tests of the crash test.
@NullMarked
package dev.sluice.resilience.crash;

import org.jspecify.annotations.NullMarked;
