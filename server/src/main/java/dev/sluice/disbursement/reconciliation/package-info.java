/// Payouts beside the lane: reports that contradict a final state, stuck payouts, the charges of chains, the proof of
/// the books.
@NullMarked
package dev.sluice.disbursement.reconciliation;

import org.jspecify.annotations.NullMarked;
