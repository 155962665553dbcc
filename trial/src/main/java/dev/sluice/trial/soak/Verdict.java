package dev.sluice.trial.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a soak has to show, and what of it a report does not.
final class Verdict {
    /// The part of requests that has to succeed at half of the peak.
    static final double SUCCESS_MIN = 0.999;

    /// After the overload, requests have to succeed again at once: nothing is left of it that would refuse them.
    static final Duration SUCCEEDING_WITHIN = Duration.ofSeconds(1);

    /// How many times slower than before the overload a service may be that is as fast again.
    static final double ALIKE = 3;

    /// What the overload has left to be done is worked off beside the requests, which are slower meanwhile.
    static final Duration FAST_WITHIN = Duration.ofSeconds(10);

    static final double SLOWER_MAX = 2;
    static final double LARGER_MAX = 1.25;
    /// The same of what a collection leaves on the heap: where that grows with what was done, something is kept for
    /// ever.
    static final double FULLER_MAX = 1.25;
    /// In an overload: what is not refused is answered, but for one in a hundred, within twice the time that those take
    /// at the peak whom a node lets in at once; in no less than what the peak itself may take.
    static final double ACCEPTED_WITHIN = 2.0 * 512;

    /// In an overload: the part of the peak that is done beside refusing the rest.
    static final double DONE_MIN = 0.5;

    /// The part of an overload that has to be sent: otherwise it was none.
    static final double OFFERED_MIN = 0.9;

    /// How many seconds' requests may be under way after each minute at half of the peak. A payout takes one to a few
    /// seconds, and each request has some events.
    static final double BACKLOG_MAX_SECONDS = 10;

    private final List<String> wrong = new ArrayList<>();

    private Verdict() {}

    /// What is wrong, in words; nothing where all is right.
    static List<String> on(Report report) {
        var verdict = new Verdict();
        verdict.minutes(report);
        verdict.overload(report);
        verdict.after(report);
        verdict.unless(
                report.wrong() == 0,
                "from the first to the last: %,d answers are neither a success nor a refusal, or there was none"
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
                    "%s: %,d payouts and events are not done".formatted(name, minute.backlog()));
        }
        // Written so that what is no number is wrong, too.
        unless(report.slower() <= SLOWER_MAX, "slow requests became slower: %.2f".formatted(report.slower()));
        unless(report.larger() <= LARGER_MAX, "memory became larger: %.2f".formatted(report.larger()));
        unless(report.fuller() <= FULLER_MAX, "the heap became fuller: %.2f".formatted(report.fuller()));
    }

    private void overload(Report report) {
        var overload = report.overload();
        answers("overload", overload);
        unless(
                overload.offered() >= report.peak() * Soak.MANIFOLD * OFFERED_MIN,
                "overload: no more than %,.0f requests a second were sent".formatted(overload.offered()));
        unless(overload.count(Beat::isShed) > 0, "overload: nothing was refused");
        long silent = overload.count(beat -> beat.isShed() && !beat.saysWhen());
        unless(silent == 0, "overload: %,d refusals do not say when to try again".formatted(silent));
        unless(
                overload.rate() >= report.peak() * DONE_MIN,
                "overload: no more than %,.0f requests a second succeeded".formatted(overload.rate()));
        unless(
                overload.percentile(99).compareTo(acceptedWithin(report.peak())) <= 0,
                "overload: what was accepted took %,d ms"
                        .formatted(overload.percentile(99).toMillis()));
    }

    static Duration acceptedWithin(double peak) {
        var manyAtOnce = Duration.ofMillis(Math.round(ACCEPTED_WITHIN / peak * 1_000));
        return manyAtOnce.compareTo(Peak.ANSWERED_WITHIN) > 0 ? manyAtOnce : Peak.ANSWERED_WITHIN;
    }

    private void after(Report report) {
        answers("after it", report.after());
        unless(
                isWithin(report.succeeding(), SUCCEEDING_WITHIN),
                "after it: requests do not succeed again within %d s".formatted(SUCCEEDING_WITHIN.toSeconds()));
        unless(
                isWithin(report.fast(ALIKE), FAST_WITHIN),
                "after it: not as fast as before within %d s".formatted(FAST_WITHIN.toSeconds()));
    }

    private static boolean isWithin(Optional<Duration> seen, Duration most) {
        return seen.filter(time -> time.compareTo(most) <= 0).isPresent();
    }

    private void answers(String name, Stretch stretch) {
        unless(
                stretch.wrong() == 0,
                "%s: %,d answers are neither a success nor a refusal, or there was none"
                        .formatted(name, stretch.wrong()));
    }

    private void unless(boolean holds, String otherwise) {
        if (!holds) {
            wrong.add(otherwise);
        }
    }
}
