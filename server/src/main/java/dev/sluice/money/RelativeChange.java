package dev.sluice.money;

import java.math.BigDecimal;

/// Detects large changes of a value that a user sets, since they may be typing errors.
public final class RelativeChange {
    private static final BigDecimal FAR_PERCENT = BigDecimal.TEN;

    private RelativeChange() {}

    /// Returns true if the change exceeds ten percent of the value before.
    public static boolean isFar(BigDecimal before, BigDecimal after) {
        return after.subtract(before).abs().movePointRight(2).compareTo(before.multiply(FAR_PERCENT)) > 0;
    }
}
