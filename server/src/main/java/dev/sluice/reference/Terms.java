package dev.sluice.reference;

import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;

/// Limits of an amount, inclusive, and its fee.
public record Terms(Money min, Money max, FeeSchedule fee) {
    public Terms {
        if (!min.isPositive() || max.compareTo(min) < 0) {
            throw new IllegalArgumentException("limits are wrong: " + min + " to " + max);
        }
    }

    public boolean admits(Money amount) {
        return amount.compareTo(min) >= 0 && amount.compareTo(max) <= 0;
    }
}
