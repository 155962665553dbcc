package dev.sluice.trial.soak;

import dev.sluice.trial.proof.Findings.Finding;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/// What came of a soak.
///
/// @param peak how many requests a second the service bears, with all that they cause
/// @param minutes at half of that
/// @param overload at four times that
/// @param after at half of it again
/// @param rest how long it took in the end until nothing was under way
/// @param wrong how many requests were answered wrongly, or not at all, from the first to the last
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

    /// The slow requests of the last third by those of the first.
    double slower() {
        return slow(minutes.subList(minutes.size() - third(), minutes.size())) / slow(minutes.subList(0, third()));
    }

    /// The memory at the end by that after the first third.
    double larger() {
        return growth(Memory::resident);
    }

    /// What a collection leaves on the heap at the end by that after the first third.
    double fuller() {
        return growth(Memory::live);
    }

    private double growth(ToDoubleFunction<Memory> of) {
        return of.applyAsDouble(minutes.getLast().memory())
                / of.applyAsDouble(minutes.get(third() - 1).memory());
    }

    /// How long after the overload requests succeed again, and go on to, second by second; nothing where that was not
    /// seen.
    Optional<Duration> succeeding() {
        return since(rest -> rest.success() >= Verdict.SUCCESS_MIN);
    }

    /// How long after it those that succeed are again as fast as before it, and stay so; nothing where that was not
    /// seen.
    ///
    /// @param slower how many times slower is still as fast
    Optional<Duration> fast(double slower) {
        double most = slow(minutes) * slower;
        return since(
                rest -> rest.count(Beat::isSuccess) > 0 && rest.percentile(99).toNanos() <= most);
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
