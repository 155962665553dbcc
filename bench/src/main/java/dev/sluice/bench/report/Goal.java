package dev.sluice.bench.report;

/// Target and aim of a figure.
///
/// @param unit unit of the numbers; empty for a ratio
public record Goal(Direction direction, double target, double aim, String unit) {
    /// Direction of improvement.
    public enum Direction {
        /// More is better.
        AT_LEAST,
        /// Less is better.
        AT_MOST,
        /// As near to the aim as possible, on either side; the target is the lower end, the upper is as far
        /// away.
        NEAR,
        /// No direction: the figure is for information.
        NONE
    }

    public static Goal atLeast(double target, double aim) {
        return new Goal(Direction.AT_LEAST, target, aim, "");
    }

    public static Goal atMost(double target, double aim, String unit) {
        return new Goal(Direction.AT_MOST, target, aim, unit);
    }

    /// Returns a goal between `lowest` and the value as far above the aim.
    public static Goal near(double aim, double lowest) {
        return new Goal(Direction.NEAR, lowest, aim, "");
    }

    public static Goal none() {
        return new Goal(Direction.NONE, 0, 0, "");
    }

    /// Returns a figure for information with a unit.
    public static Goal none(String unit) {
        return new Goal(Direction.NONE, 0, 0, unit);
    }

    public FigureResult evaluate(Spread measured) {
        double value = measured.median();
        return switch (direction) {
            case AT_LEAST -> result(value >= target, value >= aim);
            case AT_MOST -> result(value <= target, value <= aim);
            // The aim counts as reached if the rounds lie on both sides of it and near it.
            case NEAR ->
                result(
                        isNear(value),
                        measured.min() <= aim
                                && measured.max() >= aim
                                && isNear(measured.q1())
                                && isNear(measured.q3()));
            case NONE -> FigureResult.INFORMS;
        };
    }

    /// Returns the value in multiples of the target: one is just enough, more is better.
    public double merit(double value) {
        return switch (direction) {
            case AT_LEAST -> value / target;
            case AT_MOST -> target / value;
            case NEAR -> Math.min(value, aim * aim / value) / target;
            case NONE -> Double.NaN;
        };
    }

    /// Returns the target as text.
    public String targetText() {
        return switch (direction) {
            case AT_LEAST -> "≥ " + Numbers.plain(target) + suffix();
            case AT_MOST -> "≤ " + Numbers.plain(target) + suffix();
            case NEAR -> Numbers.plain(target) + "–" + Numbers.plain(upperEnd());
            case NONE -> "–";
        };
    }

    /// Returns the aim as text.
    public String aimText() {
        return switch (direction) {
            case AT_LEAST -> Numbers.plain(aim) + suffix();
            case AT_MOST -> "≤ " + Numbers.plain(aim) + suffix();
            case NEAR -> "no difference";
            case NONE -> "–";
        };
    }

    /// Returns a value as text, with its unit.
    public String text(double value) {
        return unit.isEmpty() ? Numbers.ratio(value) : Numbers.plain(value) + suffix();
    }

    /// Returns two values as text, without their unit.
    String range(double from, double to) {
        return unit.isEmpty()
                ? Numbers.ratio(from) + "–" + Numbers.ratio(to)
                : Numbers.plain(from) + "–" + Numbers.plain(to);
    }

    private String suffix() {
        return unit.isEmpty() ? "" : " " + unit;
    }

    private boolean isNear(double value) {
        return value >= target && value <= upperEnd();
    }

    private double upperEnd() {
        return 2 * aim - target;
    }

    private static FigureResult result(boolean reached, boolean aimed) {
        if (!reached) {
            return FigureResult.SHORT;
        }
        return aimed ? FigureResult.AIM : FigureResult.TARGET;
    }
}
