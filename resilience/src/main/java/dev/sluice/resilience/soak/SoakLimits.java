package dev.sluice.resilience.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Limits of a soak, and the violations in a report.
final class SoakLimits {
    /// Minimum fraction of successful requests at half of the peak.
    static final double SUCCESS_MIN = 0.999;

    /// After the overload, requests have to succeed at once, since nothing remains that would refuse them.
    static final Duration SUCCEEDING_WITHIN = Duration.ofSeconds(1);

    /// Permitted ratio of latency after the overload to that before.
    static final double ALIKE = 3;

    /// Time to work off the backlog of the overload, during which requests are slower.
    static final Duration FAST_WITHIN = Duration.ofSeconds(10);

    static final double SLOWER_MAX = 2;
    static final double LARGER_MAX = 1.25;
    /// Permitted growth of the live heap; growth with the number of requests indicates a leak.
    static final double FULLER_MAX = 1.25;
    /// Latency limit in an overload for all but one in a hundred accepted requests. It is twice the latency of
    /// requests that are admitted at once at the peak, but no less than the limit at the peak.
    static final double ACCEPTED_WITHIN = 2.0 * 512;

    /// Minimum fraction of the peak that succeeds in an overload.
    static final double DONE_MIN = 0.5;

    /// Minimum fraction of an overload that has to be sent for the test to count.
    static final double OFFERED_MIN = 0.9;

    /// Permitted backlog after each period at half of the peak, in seconds of requests. A payout takes one to a
    /// few seconds, and each request has some events.
    static final double BACKLOG_MAX_SECONDS = 10;

    private final List<String> wrong = new ArrayList<>();

    private SoakLimits() {}

    /// Returns the violations; empty if there are none.
    static List<String> on(Report report) {
        var verdict = new SoakLimits();
        verdict.minutes(report);
        verdict.overload(report);
        verdict.after(report);
        verdict.unless(
                report.wrong() == 0,
                "whole run: %,d requests had no response, or one that is neither a success nor a refusal"
                        .formatted(report.wrong()));
        report.findings().stream().distinct().forEach(finding -> verdict.wrong.add(finding.toString()));
        return List.copyOf(verdict.wrong);
    }

    private void minutes(Report report) {
        for (int i = 0; i < report.minutes().size(); i++) {
            var minute = report.minutes().get(i);
            var name = "minute " + (i + 1);
            answers(name, minute);
            unless(
                    minute.success() >= SUCCESS_MIN,
                    "%s: %.2f %% of the requests succeeded".formatted(name, minute.success() * 100));
            unless(
                    minute.backlog() <= report.peak() / 2 * BACKLOG_MAX_SECONDS,
                    "%s: %,d payouts and events are unfinished".formatted(name, minute.backlog()));
        }
        // The comparisons are written so that NaN fails, too.
        unless(report.slower() <= SLOWER_MAX, "latency of slow requests grew: %.2f".formatted(report.slower()));
        unless(report.larger() <= LARGER_MAX, "memory grew: %.2f".formatted(report.larger()));
        unless(report.fuller() <= FULLER_MAX, "the live heap grew: %.2f".formatted(report.fuller()));
    }

    private void overload(Report report) {
        var overload = report.overload();
        answers("overload", overload);
        unless(
                overload.offered() >= report.peak() * Soak.MANIFOLD * OFFERED_MIN,
                "overload: only %,.0f requests a second were sent".formatted(overload.offered()));
        unless(overload.count(Sample::isShed) > 0, "overload: nothing was refused");
        long silent = overload.count(sample -> sample.isShed() && !sample.saysWhen());
        unless(silent == 0, "overload: %,d refusals have no Retry-After".formatted(silent));
        unless(
                overload.rate() >= report.peak() * DONE_MIN,
                "overload: only %,.0f requests a second succeeded".formatted(overload.rate()));
        unless(
                overload.percentile(99).compareTo(acceptedWithin(report.peak())) <= 0,
                "overload: accepted requests took %,d ms"
                        .formatted(overload.percentile(99).toMillis()));
    }

    static Duration acceptedWithin(double peak) {
        var manyAtOnce = Duration.ofMillis(Math.round(ACCEPTED_WITHIN / peak * 1_000));
        return manyAtOnce.compareTo(Peak.ANSWERED_WITHIN) > 0 ? manyAtOnce : Peak.ANSWERED_WITHIN;
    }

    private void after(Report report) {
        answers("after overload", report.after());
        unless(
                isWithin(report.succeeding(), SUCCEEDING_WITHIN),
                "after overload: requests do not succeed again within %d s".formatted(SUCCEEDING_WITHIN.toSeconds()));
        unless(
                isWithin(report.fast(ALIKE), FAST_WITHIN),
                "after overload: not as fast as before within %d s".formatted(FAST_WITHIN.toSeconds()));
    }

    private static boolean isWithin(Optional<Duration> seen, Duration most) {
        return seen.filter(time -> time.compareTo(most) <= 0).isPresent();
    }

    private void answers(String name, Stretch stretch) {
        unless(
                stretch.wrong() == 0,
                "%s: %,d requests had no response, or one that is neither a success nor a refusal"
                        .formatted(name, stretch.wrong()));
    }

    private void unless(boolean holds, String otherwise) {
        if (!holds) {
            wrong.add(otherwise);
        }
    }
}
