/// Payout rules and their tests, and the payouts that need an approval.
@NullMarked
package dev.sluice.dashboard.policy;

import org.jspecify.annotations.NullMarked;
