package dev.sluice.bench.report;

/// What a figure is to reach, and what it is aimed at.
///
/// @param unit what the numbers are; empty for a ratio
public record Goal(Direction direction, double target, double aim, String unit) {
    /// Which way is better.
    public enum Direction {
        /// More is better.
        AT_LEAST,
        /// Less is better.
        AT_MOST,
        /// As near to the aim as can be, on either side; the target is the lower end, the upper is as far away.
        NEAR,
        /// Neither: the figure only informs.
        NONE
    }

    public static Goal atLeast(double target, double aim) {
        return new Goal(Direction.AT_LEAST, target, aim, "");
    }

    public static Goal atMost(double target, double aim, String unit) {
        return new Goal(Direction.AT_MOST, target, aim, unit);
    }

    /// Between `lowest` and what is as far above the aim.
    public static Goal near(double aim, double lowest) {
        return new Goal(Direction.NEAR, lowest, aim, "");
    }

    public static Goal none() {
        return new Goal(Direction.NONE, 0, 0, "");
    }

    /// The same of something that has a unit.
    public static Goal none(String unit) {
        return new Goal(Direction.NONE, 0, 0, unit);
    }

    public Verdict judge(Spread measured) {
        double value = measured.median();
        return switch (direction) {
            case AT_LEAST -> verdict(value >= target, value >= aim);
            case AT_MOST -> verdict(value <= target, value <= aim);
            // No difference is what the rounds cannot tell from none: they lie on both sides of it, and near it.
            case NEAR ->
                verdict(
                        isNear(value),
                        measured.min() <= aim
                                && measured.max() >= aim
                                && isNear(measured.q1())
                                && isNear(measured.q3()));
            case NONE -> Verdict.INFORMS;
        };
    }

    /// How many times as good as the target a value is: one is just enough, more is better.
    public double merit(double value) {
        return switch (direction) {
            case AT_LEAST -> value / target;
            case AT_MOST -> target / value;
            case NEAR -> Math.min(value, aim * aim / value) / target;
            case NONE -> Double.NaN;
        };
    }

    /// The target in words.
    public String targetText() {
        return switch (direction) {
            case AT_LEAST -> "≥ " + Numbers.plain(target) + suffix();
            case AT_MOST -> "≤ " + Numbers.plain(target) + suffix();
            case NEAR -> Numbers.plain(target) + "–" + Numbers.plain(upperEnd());
            case NONE -> "–";
        };
    }

    /// The aim in words.
    public String aimText() {
        return switch (direction) {
            case AT_LEAST -> Numbers.plain(aim) + suffix();
            case AT_MOST -> "≤ " + Numbers.plain(aim) + suffix();
            case NEAR -> "no difference";
            case NONE -> "–";
        };
    }

    /// A value in words, with its unit.
    public String text(double value) {
        return unit.isEmpty() ? Numbers.ratio(value) : Numbers.plain(value) + suffix();
    }

    /// Two values in words, without their unit.
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

    private static Verdict verdict(boolean reached, boolean aimed) {
        if (!reached) {
            return Verdict.SHORT;
        }
        return aimed ? Verdict.AIM : Verdict.TARGET;
    }
}
