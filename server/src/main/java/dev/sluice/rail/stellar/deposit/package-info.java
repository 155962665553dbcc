/// Deposits: the memo of each, and the watch of the deposit account for payments.
@NullMarked
package dev.sluice.rail.stellar.deposit;

import org.jspecify.annotations.NullMarked;
