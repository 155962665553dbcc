package dev.sluice.bench.seed;

import dev.sluice.replay.Replays;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/// When payouts are made: so many, evenly over three years up to a moment ago. Of the last month's, events and answers
/// are kept as well: older answers are forgotten by the service itself, older events were delivered long since.
record Schedule(long payouts, long fromMillis, long untilMillis, long recentFromMillis) {
    private static final Duration SPAN = Duration.ofDays(3 * 365);
    /// What began has to be over by now.
    private static final Duration A_MOMENT = Duration.ofMinutes(1);
    /// Recipients and balances come first.
    static final Duration AHEAD = Duration.ofDays(1);

    static Schedule of(long payouts, Instant now) {
        var until = now.minus(A_MOMENT);
        return new Schedule(
                payouts,
                until.minus(SPAN).toEpochMilli(),
                until.toEpochMilli(),
                now.minus(Replays.KEY_KEPT).toEpochMilli());
    }

    /// When recipients and balances are made.
    Instant beginning() {
        return Instant.ofEpochMilli(fromMillis).minus(AHEAD);
    }

    /// The time of a payout by its number, somewhere between its neighbours'.
    long millisOf(long number, RandomGenerator random) {
        long gap = (untilMillis - fromMillis) / payouts;
        return fromMillis + (untilMillis - fromMillis) * number / payouts + random.nextLong(gap + 1);
    }
}
