package dev.sluice.trial.soak;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/// How the service did for some time.
///
/// @param unsent how many requests were due and not sent, since too many were under way
/// @param backlog how much of what was asked for was not done yet in the end: payouts and events that are under way
/// @param memory of the service's process in the end
/// @param disk the longest that the disk took to keep a page meanwhile
record Stretch(List<Beat> beats, Duration time, long unsent, long backlog, Memory memory, Duration disk) {
    private static final Duration FOR_EVER = Duration.ofDays(1);

    long count(Predicate<Beat> which) {
        return beats.stream().filter(which).count();
    }

    /// How many were answered with success, in a second.
    double rate() {
        return perSecond(count(Beat::isSuccess));
    }

    /// How many were sent, in a second.
    double offered() {
        return perSecond(beats.size());
    }

    /// The part of what was due that was answered with success; nothing of nothing.
    double success() {
        return beats.isEmpty() ? 0 : (double) count(Beat::isSuccess) / (beats.size() + unsent);
    }

    /// How many were answered wrongly, or not at all.
    long wrong() {
        return count(Beat::isWrong);
    }

    /// The same from some time on.
    Stretch from(Duration since) {
        var later =
                beats.stream().filter(beat -> beat.due().compareTo(since) >= 0).toList();
        return new Stretch(later, time.minus(since), unsent, backlog, memory, disk);
    }

    /// The same, once what is left on the heap was counted.
    Stretch withLive(long live) {
        return new Stretch(beats, time, unsent, backlog, memory.with(live), disk);
    }

    /// The time that so many of a hundred successes took at most; for ever where there was none.
    Duration percentile(int percent) {
        var times =
                beats.stream().filter(Beat::isSuccess).map(Beat::took).sorted().toList();
        return times.isEmpty() ? FOR_EVER : times.get((times.size() - 1) * percent / 100);
    }

    private double perSecond(long count) {
        return count * 1e9 / time.toNanos();
    }
}
