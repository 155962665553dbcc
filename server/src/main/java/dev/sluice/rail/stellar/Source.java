package dev.sluice.rail.stellar;

import dev.sluice.rail.PayoutRef;
import org.jspecify.annotations.Nullable;

/// An account that lends its sequence numbers, and the payment that uses one now.
///
/// @param sequence the last number that is known to be used up; null where the network has to be asked
record Source(
        String account, @Nullable Long sequence, @Nullable PayoutRef user) {}
