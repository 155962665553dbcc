/// The lane of payouts: its commands, and the decision about each of a batch, from the create request to the final
/// outcome.
@NullMarked
package dev.sluice.disbursement.lane;

import org.jspecify.annotations.NullMarked;
