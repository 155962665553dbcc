/// The policy of payouts, to set and to try, and the payouts that wait for somebody's approval.
@NullMarked
package dev.sluice.dashboard.policy;

import org.jspecify.annotations.NullMarked;
