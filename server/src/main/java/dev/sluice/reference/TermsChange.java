package dev.sluice.reference;

import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// What an operator changes of [Terms]: the limits or the fee. What is not named stays what it is in the database, and
/// not what it was on somebody's page: two operators at once undo nothing of each other's.
///
/// @param limits null where they stay
/// @param fee null where it stays
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

    /// How much may be paid at once; both are included.
    public record Limits(Money min, Money max) {
        public Limits {
            if (!min.isPositive() || max.compareTo(min) < 0) {
                throw new IllegalArgumentException("limits are wrong: " + min + " to " + max);
            }
        }
    }
}
