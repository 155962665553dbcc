/// The EVM rail on a real node, below the whole service, beside clients that do the least that could be done.
@NullMarked
package dev.sluice.bench.chain;

import org.jspecify.annotations.NullMarked;
