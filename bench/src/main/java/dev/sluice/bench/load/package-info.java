/// The load generator: a process of its own that sends signed requests over keep-alive connections from one
/// thread, so that it takes as little as it can of the machine that it measures.
@NullMarked
package dev.sluice.bench.load;

import org.jspecify.annotations.NullMarked;
