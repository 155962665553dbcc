/// Payouts: the queue, the dry run, the signature, and the transaction's progress until its result is final.
@NullMarked
package dev.sluice.rail.evm.payout;

import org.jspecify.annotations.NullMarked;
