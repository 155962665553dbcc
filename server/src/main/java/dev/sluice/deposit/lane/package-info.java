/// The lane of deposits: its commands, and the decision about each of a batch, from the create request to the received
/// payment.
@NullMarked
package dev.sluice.deposit.lane;

import org.jspecify.annotations.NullMarked;
