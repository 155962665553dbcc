package dev.sluice.deposit;

import dev.sluice.money.AmountSearch;
import dev.sluice.money.Asset;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/// Computes the merchant's amount from the payer's: subtracts the fee from the input, and exchanges the rest at the
/// rate, rounded down to the output's unit. `rate` is units of the output for one of the input.
public record Pricing(FeeSchedule fee, BigDecimal rate, Asset output) {

    /// Returns the result of an input. The output may be zero or less if the fee is too high.
    public Priced ofInput(Money input) {
        var taken = fee.fee(input);
        var rest = input.minus(taken).decimal().multiply(rate);
        return new Priced(input, taken, rate, Money.rounded(rest, output, RoundingMode.DOWN));
    }

    /// Returns the smallest input with the given number of decimals whose output reaches an amount. More input
    /// never gives less output, since the fee is less than the whole.
    public Priced ofOutput(Money wanted, Asset input, int decimals) {
        var step = BigInteger.TEN.pow(input.exponent() - decimals);
        var enough = AmountSearch.smallest(units -> reaches(units.multiply(step), input, wanted));
        return ofInput(new Money(enough.multiply(step), input));
    }

    private boolean reaches(BigInteger units, Asset input, Money wanted) {
        return ofInput(new Money(units, input)).output().compareTo(wanted) >= 0;
    }

    /// Input of the payer, fee, rate, and output for the merchant.
    public record Priced(Money input, Money fee, BigDecimal rate, Money output) {
        public boolean isConverted() {
            return !input.asset().equals(output.asset());
        }

        /// Returns in words why the output is zero: the fee takes all of it, or the rest is less than the
        /// output's unit.
        public String nothing() {
            return input.minus(fee).isPositive()
                    ? "comes to less than " + Money.smallest(output.asset()) + ", the smallest unit of the output"
                    : "leaves nothing after the fee of " + fee;
        }
    }
}
