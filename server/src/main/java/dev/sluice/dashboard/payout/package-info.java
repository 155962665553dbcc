/// Payouts: those that there are, each by itself, a new one, and many from a file.
@NullMarked
package dev.sluice.dashboard.payout;

import org.jspecify.annotations.NullMarked;
