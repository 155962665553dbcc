package dev.sluice.bench.report;

import java.util.List;

/// Median, range and quartiles of measurements.
///
/// @param q1 lower quartile, and `q3` the upper one; interpolated between neighbours
public record Spread(double median, double min, double max, double q1, double q3) {
    private static final double QUARTER = 0.25;
    private static final double HALF = 0.5;

    public static Spread of(List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("nothing was measured");
        }
        var sorted = values.stream().sorted().toList();
        return new Spread(
                quantile(sorted, HALF),
                sorted.getFirst(),
                sorted.getLast(),
                quantile(sorted, QUARTER),
                quantile(sorted, 1 - QUARTER));
    }

    private static double quantile(List<Double> sorted, double share) {
        double at = share * (sorted.size() - 1);
        int below = (int) at;
        int above = Math.min(below + 1, sorted.size() - 1);
        return sorted.get(below) + (at - below) * (sorted.get(above) - sorted.get(below));
    }
}
