/// The load generator: a separate process that sends signed requests over keep-alive connections from one thread, so
/// that it takes little of the machine that it measures.
@NullMarked
package dev.sluice.bench.load;

import org.jspecify.annotations.NullMarked;
