package dev.sluice.bench.load;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/// Lag between the answer to a payout and the webhook of its creation. A webhook that arrives before the answer has
/// no lag.
final class Lags {
    private static final long NANOS_MAX = Duration.ofHours(1).toNanos();
    private static final int SIGNIFICANT_DIGITS = 3;

    private final Map<String, Answered> waiting = new HashMap<>();
    private final Map<String, Long> early = new HashMap<>();
    private final Histogram lags = new Histogram(NANOS_MAX, SIGNIFICANT_DIGITS);

    /// @param counts true if it was answered in the measured time
    private record Answered(long nanos, boolean counts) {}

    synchronized void answered(String payout, long nanos, boolean counts) {
        var arrived = early.remove(payout);
        if (arrived == null) {
            waiting.put(payout, new Answered(nanos, counts));
        } else if (counts) {
            record(arrived - nanos);
        }
    }

    synchronized void arrived(String payout, long nanos) {
        var answered = waiting.remove(payout);
        if (answered == null) {
            early.put(payout, nanos);
        } else if (answered.counts()) {
            record(nanos - answered.nanos());
        }
    }

    /// Returns the number of answered payouts without a webhook.
    synchronized int missing() {
        return waiting.size();
    }

    synchronized Histogram histogram() {
        return lags.copy();
    }

    private void record(long nanos) {
        lags.recordValue(Math.clamp(nanos, 0, NANOS_MAX));
    }
}
