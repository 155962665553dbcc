/// The filler: years of payouts in minutes, with the rows that the service itself would have left. The service's own
/// code decides what a payout is and does; the filler only writes the rows, by `COPY`.
@NullMarked
package dev.sluice.bench.seed;

import org.jspecify.annotations.NullMarked;
