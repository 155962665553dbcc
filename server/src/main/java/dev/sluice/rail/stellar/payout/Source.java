package dev.sluice.rail.stellar.payout;

import dev.sluice.rail.PayoutRef;
import org.jspecify.annotations.Nullable;

/// An account that provides sequence numbers, and the payment that uses one now.
///
/// @param sequence the last number that is known to be used; null if it has to be read from the network
record Source(
        String account, @Nullable Long sequence, @Nullable PayoutRef user) {}
