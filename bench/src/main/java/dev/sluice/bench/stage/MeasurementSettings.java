package dev.sluice.bench.stage;

import java.time.Duration;

/// Durations and repetitions of measurements.
///
/// @param rounds rounds of each figure
/// @param measured time of one measurement
/// @param settling lead time for the generator's own warm-up; the service is warm by then
/// @param warmWindow length of a warm-up window; warm-up ends when windows bring no more improvement
/// @param warmWindowsMin minimum number of windows
/// @param warmWindowsMax maximum number of windows
/// @param backlog waiting payouts when completion is measured
/// @param webhookPayouts payouts whose events are sent when webhooks are measured
/// @param probes requests of each kind when single reads are timed
/// @param blocks blocks of the watched chain
/// @param quick true for a rough answer
public record MeasurementSettings(
        int rounds,
        Duration measured,
        Duration settling,
        Duration warmWindow,
        int warmWindowsMin,
        int warmWindowsMax,
        long backlog,
        long webhookPayouts,
        int probes,
        int blocks,
        boolean quick) {
    /// Minimum number of rounds that shows a spread.
    public static final int ROUNDS_MIN = 5;

    private static final int QUICK_ROUNDS = 3;

    /// Returns the settings for a full report.
    public static MeasurementSettings thorough(int rounds) {
        if (rounds < ROUNDS_MIN) {
            throw new IllegalArgumentException("at least " + ROUNDS_MIN + " rounds, or --quick");
        }
        return new MeasurementSettings(
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

    /// Returns the settings for a rough answer in some minutes.
    public static MeasurementSettings rough() {
        return new MeasurementSettings(
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
