/// Benchmarks of the EVM rail alone on a real node, relative to minimal clients.
@NullMarked
package dev.sluice.bench.chain;

import org.jspecify.annotations.NullMarked;
