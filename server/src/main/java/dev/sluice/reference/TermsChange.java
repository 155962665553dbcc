package dev.sluice.reference;

import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// An operator's change of [Terms]: the limits or the fee. Unchanged fields keep their value in the database instead
/// of the value on the operator's page, so that two concurrent operators do not undo each other's changes.
///
/// @param limits null if unchanged
/// @param fee null if unchanged
public record TermsChange(@Nullable Limits limits, @Nullable FeeSchedule fee) {
    public static TermsChange limits(Money min, Money max) {
        return new TermsChange(new Limits(min, max), null);
    }

    public static TermsChange fee(FeeSchedule fee) {
        return new TermsChange(null, fee);
    }

    @Nullable
    BigDecimal min() {
        return limits == null ? null : limits.min().decimal();
    }

    @Nullable
    BigDecimal max() {
        return limits == null ? null : limits.max().decimal();
    }

    @Nullable
    BigDecimal flat() {
        return fee == null ? null : fee.flat();
    }

    @Nullable
    BigDecimal percentage() {
        return fee == null ? null : fee.percentage();
    }

    /// Limits of an amount, inclusive.
    public record Limits(Money min, Money max) {
        public Limits {
            if (!min.isPositive() || max.compareTo(min) < 0) {
                throw new IllegalArgumentException("limits are wrong: " + min + " to " + max);
            }
        }
    }
}
