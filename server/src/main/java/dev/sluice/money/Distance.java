package dev.sluice.money;

import java.math.BigDecimal;

/// How far a number that somebody sets is from the one that stood there before. What is far may be a slip of the hand.
public final class Distance {
    private static final BigDecimal FAR_PERCENT = BigDecimal.TEN;

    private Distance() {}

    /// Whether it is further from the one before than ten percent of that.
    public static boolean isFar(BigDecimal before, BigDecimal after) {
        return after.subtract(before).abs().movePointRight(2).compareTo(before.multiply(FAR_PERCENT)) > 0;
    }
}
