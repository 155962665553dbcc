/// Lists and look-ups of payouts, their tallies, and the queue as operators see it.
@NullMarked
package dev.sluice.disbursement.query;

import org.jspecify.annotations.NullMarked;
