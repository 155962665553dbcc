/// The filler: years of payouts in minutes, as the service itself would have left them behind. What a payout is and
/// does is asked of the service's own code; only how rows get into the tables, by `COPY`, is the filler's own.
@NullMarked
package dev.sluice.bench.seed;

import org.jspecify.annotations.NullMarked;
