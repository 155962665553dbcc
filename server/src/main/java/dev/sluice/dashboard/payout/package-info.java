/// Payouts: the list, the page of each, a new one, and bulk payouts from a file.
@NullMarked
package dev.sluice.dashboard.payout;

import org.jspecify.annotations.NullMarked;
