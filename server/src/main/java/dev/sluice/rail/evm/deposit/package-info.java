/// Deposits: addresses of deposits, and the watch of networks for payments to them.
@NullMarked
package dev.sluice.rail.evm.deposit;

import org.jspecify.annotations.NullMarked;
