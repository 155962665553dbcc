package dev.sluice.bench.stage;

import java.time.Duration;

/// How long and how often things are measured.
///
/// @param rounds of each figure
/// @param measured the time of one measurement
/// @param settling what the generator sends before the time that counts, for its own sake: the service is warm
///     by then
/// @param warmWindow the service is warmed in windows of this length, until they bring no more
/// @param warmWindowsMin and not less than so many of them
/// @param warmWindowsMax nor more
/// @param backlog payouts that wait when their completion is measured
/// @param told payouts whose events are sent when webhooks are measured
/// @param probes requests of each kind when single reads are timed
/// @param blocks of the chain that is watched
/// @param quick whether this is the rough answer
public record Pace(
        int rounds,
        Duration measured,
        Duration settling,
        Duration warmWindow,
        int warmWindowsMin,
        int warmWindowsMax,
        long backlog,
        long told,
        int probes,
        int blocks,
        boolean quick) {
    /// Fewer than these do not show a spread.
    public static final int ROUNDS_MIN = 5;

    private static final int QUICK_ROUNDS = 3;

    /// What a report is made with.
    public static Pace thorough(int rounds) {
        if (rounds < ROUNDS_MIN) {
            throw new IllegalArgumentException("at least " + ROUNDS_MIN + " rounds, or --quick");
        }
        return new Pace(
                rounds,
                Duration.ofSeconds(10),
                Duration.ofSeconds(3),
                Duration.ofSeconds(5),
                4,
                12,
                60_000,
                10_000,
                200,
                2_000,
                false);
    }

    /// A rough answer in some minutes.
    public static Pace rough() {
        return new Pace(
                QUICK_ROUNDS,
                Duration.ofSeconds(3),
                Duration.ofSeconds(1),
                Duration.ofSeconds(4),
                3,
                4,
                15_000,
                2_000,
                100,
                300,
                true);
    }
}
