package dev.sluice.bench.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/// Formats numbers for readers.
public final class Numbers {
    private static final MathContext DIGITS = new MathContext(3, RoundingMode.HALF_EVEN);
    private static final MathContext KEPT = new MathContext(6, RoundingMode.HALF_EVEN);
    private static final double THOUSAND = 1_000;

    private Numbers() {}

    /// Returns three significant digits, or all digits before the point.
    public static String plain(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return "–";
        }
        if (Math.abs(value) >= THOUSAND) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        var rounded = new BigDecimal(value).round(DIGITS);
        return (rounded.signum() == 0 ? BigDecimal.ZERO : rounded.stripTrailingZeros()).toPlainString();
    }

    /// Returns a ratio with at least two decimals, so that columns can be compared.
    public static String ratio(double value) {
        return Math.abs(value) < THOUSAND ? String.format(Locale.ROOT, "%.2f", value) : plain(value);
    }

    /// Rounds a measurement to its meaningful digits.
    public static double kept(double value) {
        return Double.isFinite(value) ? new BigDecimal(value).round(KEPT).doubleValue() : value;
    }
}
