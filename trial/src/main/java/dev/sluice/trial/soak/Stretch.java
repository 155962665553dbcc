package dev.sluice.trial.soak;

import dev.sluice.trial.soak.Pulse.Beat;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/// How the service did for some time.
///
/// @param memory of the service's process, in bytes
record Stretch(List<Beat> beats, Duration time, long memory) {
    long count(Predicate<Beat> which) {
        return beats.stream().filter(which).count();
    }

    /// How many were answered with success, in a second.
    double rate() {
        return count(Beat::isSuccess) * 1e9 / time.toNanos();
    }

    /// The same from some time on.
    Stretch from(Duration since) {
        var later =
                beats.stream().filter(beat -> beat.sent().compareTo(since) >= 0).toList();
        return new Stretch(later, time.minus(since), memory);
    }

    /// The time that so many of a hundred successes took at most.
    Duration percentile(int percent) {
        var times =
                beats.stream().filter(Beat::isSuccess).map(Beat::took).sorted().toList();
        return times.isEmpty() ? Duration.ZERO : times.get((times.size() - 1) * percent / 100);
    }
}
