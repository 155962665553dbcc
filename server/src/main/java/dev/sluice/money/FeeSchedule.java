package dev.sluice.money;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// Fee of a payment: a flat part in major units and a percentage of the amount.
public record FeeSchedule(BigDecimal flat, BigDecimal percentage) {
    private static final int PERCENT_SHIFT = 2;
    private static final int GUARD_DIGITS = 20;

    public FeeSchedule {
        if (flat.signum() < 0 || percentage.signum() < 0) {
            throw new IllegalArgumentException("a fee is never negative: " + flat + " + " + percentage + " %");
        }
    }

    /// Returns `flat + amount × percentage / 100`, rounded half up to the asset's unit.
    public Money fee(Money amount) {
        var share = new BigDecimal(amount.units(), amount.asset().exponent())
                .multiply(percentage)
                .movePointLeft(PERCENT_SHIFT);
        return Money.rounded(flat.add(share), amount.asset(), RoundingMode.HALF_UP);
    }

    /// Returns the fee of a whole amount, computed from a part and the part's percentage of the whole.
    public Money ofWhole(Money part, BigDecimal percent) {
        var share = new BigDecimal(part.units(), part.asset().exponent())
                .multiply(percentage)
                .divide(percent, part.asset().exponent() + GUARD_DIGITS, RoundingMode.DOWN);
        return Money.rounded(flat.add(share), part.asset(), RoundingMode.HALF_UP);
    }
}
