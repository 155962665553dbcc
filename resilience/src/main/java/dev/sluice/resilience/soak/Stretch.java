package dev.sluice.resilience.soak;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/// Measurements of a period.
///
/// @param unsent requests that were due but not sent, since too many were pending
/// @param backlog payouts and events in progress at the end
/// @param memory memory of the service's process at the end
/// @param disk longest sync of a page during the period
record Stretch(List<Sample> samples, Duration time, long unsent, long backlog, Memory memory, Duration disk) {
    private static final Duration FOR_EVER = Duration.ofDays(1);

    long count(Predicate<Sample> which) {
        return samples.stream().filter(which).count();
    }

    /// Returns the successful requests per second.
    double rate() {
        return perSecond(count(Sample::isSuccess));
    }

    /// Returns the sent requests per second.
    double offered() {
        return perSecond(samples.size());
    }

    /// Returns the fraction of due requests that succeeded; zero without requests.
    double success() {
        return samples.isEmpty() ? 0 : (double) count(Sample::isSuccess) / (samples.size() + unsent);
    }

    /// Returns the number of wrong or missing answers.
    long wrong() {
        return count(Sample::isWrong);
    }

    /// Returns the measurements from a time on.
    Stretch from(Duration since) {
        var later = samples.stream()
                .filter(sample -> sample.due().compareTo(since) >= 0)
                .toList();
        return new Stretch(later, time.minus(since), unsent, backlog, memory, disk);
    }

    /// Returns the measurements with the live heap.
    Stretch withLive(long live) {
        return new Stretch(samples, time, unsent, backlog, memory.with(live), disk);
    }

    /// Returns a percentile of the successful requests' latency; a very long time if there were none.
    Duration percentile(int percent) {
        var times = samples.stream()
                .filter(Sample::isSuccess)
                .map(Sample::took)
                .sorted()
                .toList();
        return times.isEmpty() ? FOR_EVER : times.get((times.size() - 1) * percent / 100);
    }

    private double perSecond(long count) {
        return count * 1e9 / time.toNanos();
    }
}
