/// Payouts: the checks before the signature, the signed transactions and their submission until the outcome is final.
@NullMarked
package dev.sluice.rail.stellar.payout;

import org.jspecify.annotations.NullMarked;
