package dev.sluice.bench.seed;

import dev.sluice.idempotency.IdempotentRequests;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/// Creation times of payouts: spread evenly over three years until a moment ago. Events and answers exist only for
/// the last month, because the service deletes older answers and has delivered older events.
record Schedule(long payouts, long fromMillis, long untilMillis, long recentFromMillis) {
    private static final Duration SPAN = Duration.ofDays(3 * 365);
    /// Time within which every payout becomes final.
    private static final Duration A_MOMENT = Duration.ofMinutes(1);
    /// Lead time for recipients and balances.
    static final Duration AHEAD = Duration.ofDays(1);

    static Schedule of(long payouts, Instant now) {
        var until = now.minus(A_MOMENT);
        return new Schedule(
                payouts,
                until.minus(SPAN).toEpochMilli(),
                until.toEpochMilli(),
                now.minus(IdempotentRequests.KEY_KEPT).toEpochMilli());
    }

    /// Returns the creation time of recipients and balances.
    Instant beginning() {
        return Instant.ofEpochMilli(fromMillis).minus(AHEAD);
    }

    /// Returns the time of a payout by its number, between its neighbours'.
    long millisOf(long number, RandomGenerator random) {
        long gap = (untilMillis - fromMillis) / payouts;
        return fromMillis + (untilMillis - fromMillis) * number / payouts + random.nextLong(gap + 1);
    }
}
