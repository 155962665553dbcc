package dev.sluice.resilience.soak;

import dev.sluice.resilience.proof.Findings.Finding;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/// Result of a soak.
///
/// @param peak sustainable requests per second, including their effects
/// @param minutes minutes at half of the peak
/// @param overload period at four times the peak
/// @param after period at half of the peak after it
/// @param rest time at the end until nothing was in progress
/// @param wrong total number of wrong or missing answers
record Report(
        double peak,
        List<Stretch> minutes,
        Stretch overload,
        Stretch after,
        Duration rest,
        long wrong,
        List<Finding> findings) {
    Report {
        minutes = List.copyOf(minutes);
        findings = List.copyOf(findings);
    }

    /// Returns the ratio of the slow requests' latency in the last third to that in the first.
    double slower() {
        return slow(minutes.subList(minutes.size() - third(), minutes.size())) / slow(minutes.subList(0, third()));
    }

    /// Returns the ratio of resident memory at the end to that after the first third.
    double larger() {
        return growth(Memory::resident);
    }

    /// Returns the ratio of the live heap at the end to that after the first third.
    double fuller() {
        return growth(Memory::live);
    }

    private double growth(ToDoubleFunction<Memory> of) {
        return of.applyAsDouble(minutes.getLast().memory())
                / of.applyAsDouble(minutes.get(third() - 1).memory());
    }

    /// Returns the time after the overload from which requests succeed in every second; nothing if that did not
    /// happen.
    Optional<Duration> succeeding() {
        return since(rest -> rest.success() >= SoakLimits.SUCCESS_MIN);
    }

    /// Returns the time after the overload from which successful requests are as fast as before; nothing if that
    /// did not happen.
    ///
    /// @param slower permitted ratio to the latency before
    Optional<Duration> fast(double slower) {
        double most = slow(minutes) * slower;
        return since(
                rest -> rest.count(Sample::isSuccess) > 0 && rest.percentile(99).toNanos() <= most);
    }

    private Optional<Duration> since(Predicate<Stretch> which) {
        return LongStream.range(0, after.time().toSeconds())
                .mapToObj(Duration::ofSeconds)
                .filter(since -> which.test(after.from(since)))
                .findFirst();
    }

    private int third() {
        return Math.max(1, minutes.size() / 3);
    }

    private static double slow(List<Stretch> some) {
        return median(some, stretch -> stretch.percentile(99).toNanos());
    }

    private static double median(List<Stretch> some, ToDoubleFunction<Stretch> of) {
        var sorted = some.stream().mapToDouble(of).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
